import { type Features, type HistoryEntry, searchTerms } from '@samtal/api-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { dateLocale } from '../../client/format/time.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { useCallHistory } from '../../client/hooks/use-records.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { LetterList } from '../../ui/lists/letter-list/LetterList.tsx';
import { ActionMenu } from '../../ui/menus/ActionMenu.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import actions from '../../ui/page/page-actions.module.css';
import { useIsNarrow } from '../../ui/page/use-is-narrow.ts';
import { personIn } from './call-words.ts';
import { dayGroups } from './day-groups.ts';
import { HistoryRow, pathOf } from './HistoryRow.tsx';
import { type HistoryItem, historyItems, isFound, keyOfItem, singleItems, toggled } from './history-items.ts';
import { MoreBelow } from './MoreBelow.tsx';
import { useDeleteCall } from './use-delete-call.tsx';

const noEntries: readonly HistoryEntry[] = [];

/** The rows of the list by day: the calls that the search finds, repeated ones together (decision D62). */
function useHistoryGroups(
  entries: readonly HistoryEntry[],
  terms: readonly string[],
  opened: ReadonlySet<string>,
) {
  const { t, i18n } = useTranslation();
  const known = useKnownPeople();
  const days = useMemo(() => {
    const nameOf = (entry: HistoryEntry): string => personIn(entry, known).name;
    const found = entries.filter((entry) => isFound(entry, nameOf, terms));
    // oxlint-disable-next-line react/purity -- today's date is read at each change of the list
    return dayGroups(found, Date.now(), {
      language: dateLocale(i18n.language, navigator.languages),
      today: t('history.today'),
      yesterday: t('history.yesterday'),
    });
  }, [entries, terms, known, i18n.language, t]);
  const count = days.reduce((sum, { items }) => sum + items.length, 0);
  const groups = useMemo(() => {
    const nameOf = (entry: HistoryEntry): string => personIn(entry, known).name;
    // A search shows each call that it finds.
    const rowsOf = (items: readonly HistoryEntry[]) =>
      terms.length === 0 ? historyItems(items, nameOf, opened) : singleItems(items);
    return days.map((day) => ({ ...day, items: rowsOf(day.items) }));
  }, [days, known, terms, opened]);
  return { groups, count };
}

/** Finished calls by day, newest first (ROUTE-03, decisions D14, D62). */
export function HistoryListPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const history = useCallHistory();
  const list = useStore(history.list);
  const isMissedOnly = useStore(history.isMissedOnly);
  const blockWords = useCallBlockWords();
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // The pressed delete button disappears with its call, so the focus goes to the heading.
  const [isFocusLost, setIsFocusLost] = useState(false);
  const { ask, question } = useDeleteCall(() => setIsFocusLost(true));
  useEffect(() => void history.load(), [history]);
  const missed = useStore(history.missed);
  useEffect(() => {
    if (missed > 0) history.forgetMissed();
  }, [history, missed]);
  const entries = list.phase === 'ready' ? list.value.entries : noEntries;
  const terms = useMemo(() => searchTerms(words), [words]);
  const { groups, count } = useHistoryGroups(entries, terms, opened);
  const askToDelete = useCallback(
    (what: Parameters<typeof ask>[0]) => {
      setIsFocusLost(false);
      ask(what);
    },
    [ask],
  );
  const toggle = useCallback((item: HistoryItem) => setOpened((before) => toggled(before, item)), []);
  const row = useCallback(
    (item: HistoryItem) => (
      <HistoryRow item={item} features={features} onDelete={askToDelete} onToggle={toggle} />
    ),
    [features, askToDelete, toggle],
  );
  // There the calls begin as high on the page as possible.
  const isNarrow = useIsNarrow();
  const hasCalls = entries.length > 0 || isMissedOnly;
  const isSearch = terms.length > 0;
  const hasMore = list.phase === 'ready' && list.value.next !== null;
  return (
    <PageFrame
      title={t('menu.history')}
      hasFocus={isFocusLost}
      actions={
        hasCalls ? (
          <div className={actions.row}>
            <Button
              {...(isNarrow && !isMissedOnly ? {} : { icon: isMissedOnly ? 'check' : 'callMissed' })}
              kind={isMissedOnly ? 'primary' : 'secondary'}
              aria-pressed={isMissedOnly}
              onPress={() => void history.showMissedOnly(!isMissedOnly)}
            >
              {t('history.missed_only')}
            </Button>
            {isNarrow ? (
              <ActionMenu
                label={t('contacts.more')}
                actions={[
                  {
                    label: t('history.delete_all'),
                    icon: 'trash',
                    kind: 'danger',
                    onPress: () => askToDelete('all'),
                  },
                ]}
              />
            ) : (
              <Button icon="trash" onPress={() => askToDelete('all')}>
                {t('history.delete_all')}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {hasCalls ? (
        <SearchField
          label={t('history.search')}
          clearLabel={t('common.clear')}
          initialWords={words}
          onSearch={setWords}
          outcome={isSearch && !hasMore ? t('history.found', { count }) : undefined}
        />
      ) : undefined}
      <Note>{blockWords}</Note>
      {list.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {list.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('history.notloaded')}
          actions={<Button onPress={() => void history.load()}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {list.phase === 'ready' && groups.length === 0 && !(isSearch && hasMore) ? (
        <NoCalls isMissedOnly={isMissedOnly} words={isSearch ? words : ''} />
      ) : undefined}
      {groups.length > 0 ? (
        <LetterList
          name={`history ${isMissedOnly} ${words}`}
          groups={groups}
          keyOf={keyOfItem}
          renderItem={row}
          indexLabel={t('menu.history')}
          onItemClick={({ latest }) => navigate(pathOf(latest))}
        />
      ) : undefined}
      {hasMore ? <MoreBelow label={t('common.loading')} onReached={history.loadMore} /> : undefined}
      {question}
    </PageFrame>
  );
}

function NoCalls({ isMissedOnly, words }: { readonly isMissedOnly: boolean; readonly words: string }) {
  const { t } = useTranslation();
  if (words !== '')
    return <EmptyState icon="history" title={t('history.nothing_found', { text: words })} isSaid={false} />;
  if (isMissedOnly) return <EmptyState icon="callMissed" title={t('history.none_missed')} />;
  return (
    <EmptyState icon="history" title={t('history.none')}>
      {t('history.none_hint')}
    </EmptyState>
  );
}
