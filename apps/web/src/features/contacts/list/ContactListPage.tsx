import { type Contact, contactName, type Features } from '@samtal/api-contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useCallAny } from '../../../client/hooks/use-call-action.ts';
import { useCallBlockWords } from '../../../client/hooks/use-call-block-words.ts';
import { letterGroups } from '../../../client/people/letter-groups.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { LetterList } from '../../../ui/lists/letter-list/LetterList.tsx';
import { EmptyState } from '../../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { Note } from '../../../ui/notices/Note.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import actions from '../../../ui/page/page-actions.module.css';
import { useIsNarrow } from '../../../ui/page/use-is-narrow.ts';
import { ContactFiles, ContactFilesMenu } from '../files/ContactFiles.tsx';
import { useContactSearch } from '../use-contacts.ts';
import { ContactRow } from './ContactRow.tsx';

const favouritesKey = 'favouritesFirst';
const idOf = ({ id }: Contact) => id;

/** The address book, grouped by first letter (CONTACT-01 … -05). */
export function ContactListPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const blockWords = useCallBlockWords();
  const { shown, words, asked, search, retry } = useContactSearch();
  const callAny = useCallAny();
  const favourites = useFavouritesFirst();
  const hasFavourites =
    features.peopleFirst &&
    shown.phase === 'ready' &&
    shown.value.some(({ favourite }) => favourite === true);
  // There the people begin as high on the page as possible.
  const isNarrow = useIsNarrow();
  const onAdd = () => navigate('/contacts/add');
  const add = features.contactAdd ? (
    <Button kind="primary" {...(isNarrow ? {} : { icon: 'plus' })} onPress={onAdd}>
      {t('contacts.add')}
    </Button>
  ) : undefined;
  const row = useCallback(
    (contact: Contact) => <ContactRow contact={contact} features={features} />,
    [features],
  );
  const isEmpty = shown.phase === 'ready' && shown.value.length === 0;
  const first = hasFavourites ? (
    <Button
      kind="quiet"
      icon={favourites.areFirst ? 'check' : 'star'}
      aria-pressed={favourites.areFirst}
      onPress={favourites.toggle}
    >
      {t('contacts.favourites_first')}
    </Button>
  ) : undefined;
  const files = shown.phase === 'ready' && { contacts: shown.value, canImport: features.contactAdd };
  return (
    <PageFrame
      title={t('contacts.title')}
      actions={
        <div className={actions.row}>
          {isEmpty && words === '' ? undefined : add}
          {isNarrow && files ? <ContactFilesMenu {...files} /> : undefined}
        </div>
      }
    >
      <SearchField
        label={t('common.search')}
        clearLabel={t('common.clear')}
        initialWords={asked}
        onSearch={search}
        outcome={
          words === '' || shown.phase !== 'ready'
            ? undefined
            : t('common.results', { count: shown.value.length })
        }
      />
      {files && !isNarrow ? <ContactFiles {...files}>{first}</ContactFiles> : undefined}
      {isNarrow ? first : undefined}
      <Note>{blockWords}</Note>
      {shown.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {shown.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('contacts.notloaded')}
          actions={<Button onPress={retry}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {shown.phase === 'ready' && isEmpty ? (
        <NobodyThere words={words} add={add} />
      ) : shown.phase === 'ready' ? (
        <ContactLetters
          name={`contacts ${asked} ${hasFavourites && favourites.areFirst}`}
          contacts={shown.value}
          row={row}
          areFavouritesFirst={hasFavourites && favourites.areFirst}
          onCall={features.peopleFirst ? ({ sipaddress }) => callAny(sipaddress) : undefined}
        />
      ) : undefined}
    </PageFrame>
  );
}

/** Whether the list begins with the favourites; this browser remembers it. */
function useFavouritesFirst() {
  const { localStore } = useAppServices();
  const [areFirst, setAreFirst] = useState(() => localStore.get(favouritesKey) !== 'false');
  return {
    areFirst,
    toggle: (): void => {
      localStore.set(favouritesKey, String(!areFirst));
      setAreFirst(!areFirst);
    },
  };
}

type NobodyThereProps = { readonly words: string; readonly add: React.ReactNode };

function NobodyThere({ words, add }: NobodyThereProps) {
  const { t } = useTranslation();
  if (words !== '')
    return <EmptyState icon="user" title={t('contacts.nothing_found', { text: words })} isSaid={false} />;
  return (
    <EmptyState icon="users" title={t('contacts.none')} actions={add}>
      {t('contacts.none_hint')}
    </EmptyState>
  );
}

type ContactLettersProps = {
  readonly name: string;
  readonly contacts: readonly Contact[];
  readonly row: (contact: Contact) => React.ReactNode;
  readonly areFavouritesFirst: boolean;
  /** Called for a press anywhere in a row. */
  readonly onCall: ((contact: Contact) => void) | undefined;
};

function ContactLetters({ name, contacts, row, areFavouritesFirst, onCall }: ContactLettersProps) {
  const { t, i18n } = useTranslation();
  const groups = useMemo(() => {
    const isFirst = ({ favourite }: Contact): boolean => areFavouritesFirst && favourite === true;
    const sorted = letterGroups(contacts, contactName, i18n.language);
    const first = sorted.flatMap(({ items }) => items.filter(isFirst));
    const letters = sorted
      .map(({ letter, items }) => ({
        key: letter,
        label: letter,
        letter,
        items: items.filter((one) => !isFirst(one)),
      }))
      .filter(({ items }) => items.length > 0);
    return first.length === 0
      ? letters
      : [{ key: 'favourites', label: t('dial.favourites'), items: first }, ...letters];
  }, [contacts, i18n.language, areFavouritesFirst, t]);
  return (
    <LetterList
      name={name}
      groups={groups}
      keyOf={idOf}
      renderItem={row}
      indexLabel={t('contacts.letters')}
      onItemClick={onCall}
    />
  );
}
