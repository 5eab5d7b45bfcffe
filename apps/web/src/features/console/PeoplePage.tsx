import { PERSON_STATUSES, type PeopleAnswer, type PersonSummary } from '@samtal/api-contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ConsoleNav } from './ConsoleNav.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { type FoundPage, FoundRows } from './listed/FoundRows.tsx';
import { useAnswer } from './use-answer.ts';
import { organisationName, STATUS_WORDS } from './words.ts';

type Status = PersonSummary['status'];

const pageOf = ({ people, next }: PeopleAnswer): FoundPage<PersonSummary> => ({ rows: people, next });

/** The people that the user may see, to be searched; a page at a time. */
export function PeoplePage() {
  const { t } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const [organisation, setOrganisation] = useState('');
  const [status, setStatus] = useState<Status | ''>('');
  const [isRegistered, setIsRegistered] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isExporting, setIsExporting] = useState(false);
  const query = useMemo(
    () => ({ search, organisation: organisation || undefined, status: status || undefined, isRegistered }),
    [search, organisation, status, isRegistered],
  );
  const ask = useCallback(() => api.people(query), [api, query]);
  const answer = useAnswer(ask);
  const total = answer.phase === 'ready' ? answer.value.total : undefined;
  const mayChange = access.role !== 'support';

  async function more(after: string): Promise<ApiResult<FoundPage<PersonSummary>>> {
    const result = await api.people({ ...query, after });
    return result.ok ? { ok: true, value: pageOf(result.value) } : result;
  }
  async function exportTable(): Promise<void> {
    setProblem(undefined);
    setIsExporting(true);
    const result = await change(() => api.exportTable());
    setIsExporting(false);
    if (result?.ok === true) saveFile('people.csv', 'text/csv', result.value);
    else if (result !== undefined) setProblem(t(failureText(result)));
  }

  return (
    <PageFrame
      title={t('console.people')}
      hasFocus
      actions={
        mayChange ? (
          <>
            <Button kind="primary" onPress={() => navigate('/admin/add')}>
              {t('console.add')}
            </Button>
            <Button onPress={() => navigate('/admin/import')}>{t('console.import')}</Button>
            <Button isBusy={isExporting} onPress={() => void exportTable()}>
              {t('console.export')}
            </Button>
          </>
        ) : undefined
      }
    >
      <ConsoleNav />
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
      <div className={styles.filters}>
        <SearchField
          label={t('console.search')}
          clearLabel={t('common.clear')}
          initialWords=""
          onSearch={setSearch}
          outcome={total === undefined ? undefined : t('console.found', { number: total })}
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
        <SelectField<Status | ''>
          label={t('console.state')}
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: t('console.any_state') },
            ...PERSON_STATUSES.map((each) => ({ value: each, label: t(STATUS_WORDS[each]) })),
          ]}
        />
      </div>
      {access.knowsRegistrations ? (
        <Checkbox label={t('console.reachable')} isChecked={isRegistered} onChange={setIsRegistered} />
      ) : undefined}
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(failureText(answer.failure))}
          actions={<Button onPress={answer.again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {answer.phase === 'ready' && answer.value.people.length === 0 ? (
        <EmptyState icon="user" title={t('console.none')} isSaid={false} />
      ) : undefined}
      {answer.phase === 'ready' && answer.value.people.length > 0 ? (
        <>
          <p className={styles.count}>{t('console.found', { number: answer.value.total })}</p>
          <FoundRows
            // Further pages belong to one answer.
            key={`${JSON.stringify(query)} ${answer.value.people[0]?.id ?? ''}`}
            label={t('console.people')}
            first={pageOf(answer.value)}
            more={more}
            renderRow={(person) => <PersonRow person={person} />}
          />
        </>
      ) : undefined}
    </PageFrame>
  );
}

function PersonRow({ person }: { readonly person: PersonSummary }) {
  const { t } = useTranslation();
  const { access } = useConsole();
  const { id, name, username, address, organisation, status, registered } = person;
  return (
    <Link href={`/admin/people/${encodeURIComponent(id)}`} className={styles.person}>
      <span>
        <bdi className={styles.name}>{name === '' ? username : name}</bdi>{' '}
        {name === '' ? undefined : <bdi className={styles.quiet}>{username}</bdi>}
      </span>
      <bdi className={styles.quiet}>{address}</bdi>
      <span className={styles.state} data-state={status}>
        {t(STATUS_WORDS[status])}
      </span>
      <span className={styles.quiet}>
        {access.organisations.length > 1 ? <bdi>{organisationName(t, access, organisation)}</bdi> : undefined}{' '}
        {registered === undefined || registered === 0 ? undefined : (
          <span className={styles.now}>{t('console.reachable')}</span>
        )}
      </span>
    </Link>
  );
}
