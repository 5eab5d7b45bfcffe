import type { ListingQuery } from '@samtal/api-contract';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { EmptyState } from '../../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { ConsoleNav } from '../ConsoleNav.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { failureText } from '../failure-text.ts';
import { useAnswer } from '../use-answer.ts';
import { organisationName } from '../words.ts';
import { type FoundPage, FoundRows } from './FoundRows.tsx';

type Row = { readonly id: string };

export type ListedPageProps<R> = {
  readonly title: string;
  readonly text: string;
  /** What the list is called when it has nothing. */
  readonly none: string;
  readonly actions?: ReactNode;
  /** What has just been done to an entry. */
  readonly done: TextKey | undefined;
  /** Reads a page; the same function for the same list. */
  readonly read: (query: ListingQuery) => Promise<ApiResult<FoundPage<R>>>;
  readonly renderRow: (row: R) => ReactNode;
  readonly children?: ReactNode;
};

/** A list of the console that is searched, and shown a page at a time. */
export function ListedPage<R extends Row>({
  title,
  text,
  none,
  actions,
  done,
  read,
  renderRow,
  children,
}: ListedPageProps<R>) {
  const { t } = useTranslation();
  const { access } = useConsole();
  const [search, setSearch] = useState('');
  const [organisation, setOrganisation] = useState('');
  const query = useMemo(
    () => ({ search: search || undefined, organisation: organisation || undefined }),
    [search, organisation],
  );
  const ask = useCallback(() => read(query), [read, query]);
  const answer = useAnswer(ask);
  const isEmpty = answer.phase === 'ready' && answer.value.rows.length === 0;
  const isSearched = search !== '' || organisation !== '';
  const outcome = isEmpty ? (isSearched ? t('console.listed_no_match') : none) : undefined;
  return (
    <PageFrame title={title} hasFocus actions={actions}>
      <ConsoleNav />
      <p>{text}</p>
      {done === undefined ? undefined : <Alert type="success">{t(done)}</Alert>}
      {children}
      <div className={styles.filters}>
        <SearchField
          label={t('console.search')}
          clearLabel={t('common.clear')}
          initialWords=""
          onSearch={setSearch}
          outcome={outcome}
        />
        {access.organisations.length > 1 ? (
          <SelectField
            label={t('registration.organisation')}
            value={organisation}
            onChange={setOrganisation}
            options={[
              { value: '', label: t('console.any_organisation') },
              ...access.organisations.map(({ id }) => ({
                value: String(id),
                label: organisationName(t, access, id),
              })),
            ]}
          />
        ) : undefined}
      </div>
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(failureText(answer.failure))}
          actions={<Button onPress={answer.again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {answer.phase === 'ready' ? (
        outcome !== undefined ? (
          <EmptyState icon="info" title={outcome} isSaid={false} />
        ) : (
          <FoundRows
            // Further pages belong to one answer.
            key={JSON.stringify([query, answer.value.rows[0]?.id])}
            label={title}
            first={answer.value}
            more={(after) => read({ ...query, after })}
            renderRow={renderRow}
          />
        )
      ) : undefined}
    </PageFrame>
  );
}
