import type { DirectoryEntry } from '@samtal/api-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallAny } from '../../client/hooks/use-call-action.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { usePeople } from '../../client/hooks/use-client.ts';
import { letterGroups } from '../../client/people/letter-groups.ts';
import type { Directory } from '../../client/people/people.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { LetterList } from '../../ui/lists/letter-list/LetterList.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { DirectoryRow } from './DirectoryRow.tsx';
import {
  countedCategories,
  countedTypes,
  type DirectoryFilter,
  filteredEntries,
  isFiltered,
} from './directory-filter.ts';
import { FilterButtons } from './FilterButtons.tsx';

/** Width of the window, in CSS pixels, below which a press anywhere on a row calls. */
const rowCallsBelow = 768;

const emptyDirectory: Directory = { entries: [], types: [], categories: [] };
const idOf = ({ id }: DirectoryEntry) => String(id);
const rowOf = (entry: DirectoryEntry) => <DirectoryRow entry={entry} />;
const nameOf = ({ name }: DirectoryEntry) => name;

/** The business directory (ROUTE-24). If loading fails, the page says so, without an alert (DIRECTORY-08). */
export default function DirectoryPage() {
  const { t } = useTranslation();
  const people = usePeople();
  const loaded = useStore(people.directory);
  const call = useCallAny();
  const blockWords = useCallBlockWords();
  const [filter, setFilter] = useState<DirectoryFilter>({ words: '' });
  useEffect(() => void people.loadDirectory(), [people]);
  const search = useCallback((words: string) => setFilter((before) => ({ ...before, words })), [setFilter]);
  const directory = loaded.phase === 'ready' ? loaded.value : emptyDirectory;
  const types = useMemo(() => countedTypes(directory), [directory]);
  const categories = useMemo(() => countedCategories(directory), [directory]);
  const groups = useGroups(directory, filter);
  return (
    <PageFrame title={t('menu.directory')}>
      <SearchField
        label={t('common.search')}
        clearLabel={t('common.clear')}
        initialWords={filter.words}
        onSearch={search}
        outcome={
          loaded.phase === 'ready' && isFiltered(filter)
            ? t('common.results', { count: groups.reduce((sum, { items }) => sum + items.length, 0) })
            : undefined
        }
      />
      <FilterButtons
        label={t('directory.types')}
        groups={types}
        chosen={filter.type}
        onChoose={(type) => setFilter({ ...filter, type })}
      />
      <FilterButtons
        label={t('directory.categories')}
        groups={categories}
        chosen={filter.category}
        onChoose={(category) => setFilter({ ...filter, category })}
      />
      <Note>{blockWords}</Note>
      {loaded.phase === 'loading' ? (
        <LateSpinner label={t('common.loading')} />
      ) : loaded.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('directory.notloaded')}
          actions={<Button onPress={() => void people.loadDirectory()}>{t('network.retry')}</Button>}
        />
      ) : groups.length === 0 ? (
        <EmptyState
          icon="book"
          title={t(isFiltered(filter) ? 'directory.nothing_found' : 'directory.none')}
          isSaid={!isFiltered(filter)}
        />
      ) : (
        <LetterList
          name={`directory ${JSON.stringify(filter)}`}
          groups={groups}
          keyOf={idOf}
          renderItem={rowOf}
          indexLabel={t('contacts.letters')}
          onItemClick={({ phone }) => {
            if (phone && window.innerWidth < rowCallsBelow) call(phone);
          }}
        />
      )}
    </PageFrame>
  );
}

/** Entries that match the filter, by letter; without a filter, featured entries first (DIRECTORY-04, -05). */
function useGroups(directory: Directory, filter: DirectoryFilter) {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const featured = isFiltered(filter) ? [] : directory.entries.filter((entry) => entry.featured === true);
    const letters = letterGroups(filteredEntries(directory.entries, filter), nameOf, i18n.language);
    return [
      ...(featured.length === 0
        ? []
        : [{ key: 'featured', label: t('directory.featured'), items: featured }]),
      ...letters.map(({ letter, items }) => ({ key: letter, label: letter, letter, items })),
    ];
  }, [directory, filter, i18n.language, t]);
}
