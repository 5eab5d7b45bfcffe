import { type Contact, contactName, type Features } from '@samtal/api-contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { letterGroups } from '../../client/people/letter-groups.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { LetterList } from '../../ui/lists/letter-list/LetterList.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { ContactFiles } from './ContactFiles.tsx';
import { ContactRow } from './ContactRow.tsx';
import { useContactSearch } from './use-contacts.ts';

const idOf = ({ id }: Contact) => id;

/** The address book, grouped by first letter (CONTACT-01 … -05). */
export function ContactListPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const blockWords = useCallBlockWords();
  const { shown, words, asked, search, retry } = useContactSearch();
  const onAdd = () => navigate('/contacts/add');
  const add = features.contactAdd ? (
    <Button kind="primary" icon="plus" onPress={onAdd}>
      {t('contacts.add')}
    </Button>
  ) : undefined;
  const row = useCallback(
    (contact: Contact) => <ContactRow contact={contact} features={features} />,
    [features],
  );
  const isEmpty = shown.phase === 'ready' && shown.value.length === 0;
  return (
    <PageFrame title={t('contacts.title')} actions={isEmpty && words === '' ? undefined : add}>
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
      {shown.phase === 'ready' ? (
        <ContactFiles contacts={shown.value} canImport={features.contactAdd} />
      ) : undefined}
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
        <ContactLetters name={`contacts ${asked}`} contacts={shown.value} row={row} />
      ) : undefined}
    </PageFrame>
  );
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
};

function ContactLetters({ name, contacts, row }: ContactLettersProps) {
  const { t, i18n } = useTranslation();
  const groups = useMemo(
    () =>
      letterGroups(contacts, contactName, i18n.language).map(({ letter, items }) => ({
        key: letter,
        label: letter,
        letter,
        items,
      })),
    [contacts, i18n.language],
  );
  return (
    <LetterList
      name={name}
      groups={groups}
      keyOf={idOf}
      renderItem={row}
      indexLabel={t('contacts.letters')}
    />
  );
}
