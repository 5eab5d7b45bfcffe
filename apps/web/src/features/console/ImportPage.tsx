import { decodeText, parseCsv, type RowResult, writeCsv } from '@samtal/api-contract';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import {
  createPeopleImport,
  type ImportedRow,
  type PeopleImport,
} from '../../client/console/people-import.ts';
import { useStore } from '../../client/store/store.ts';
import { useUnsaved } from '../../client/store/unsaved.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { WorkNote } from '../../ui/notices/WorkNote.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';

/** The longest file that is read: a table of a hundred thousand people. */
const MOST_BYTES = 20_000_000;
/** Refused rows that are shown; the file of refused rows has all of them. */
const MOST_SHOWN = 100;
/** Matches a cell that a spreadsheet takes for a formula. */
const FORMULA = /^'*[=+\-@\t\r]/;

type Table = {
  /** Differs for each file that is chosen. */
  readonly number: number;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly work: PeopleImport;
};

/** Imports a table of people, part by part, with the result of each row. */
export function ImportPage() {
  const { t } = useTranslation();
  const { api, change } = useConsole();
  const [, navigate] = useLocation();
  const id = useId();
  const [table, setTable] = useState<Table>();
  const [problem, setProblem] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0];
    // The same file may be chosen again.
    target.value = '';
    if (file === undefined) return;
    setProblem(undefined);
    if (file.size > MOST_BYTES) return setProblem(t('console.file_wrong'));
    const text = decodeText(new Uint8Array(await file.arrayBuffer()), TextDecoder);
    const [headings = [], ...rows] = parseCsv(text);
    const hasUsernames = headings.some((heading) => heading.trim().toLowerCase() === 'username');
    if (!hasUsernames || rows.length === 0) return setProblem(t('console.file_wrong'));
    const importRows: typeof api.importRows = async (...given) =>
      (await change(() => api.importRows(...given))) ?? { ok: false, status: 403 };
    setTable({
      number: (table?.number ?? 0) + 1,
      headings,
      rows,
      work: createPeopleImport({ importRows }, headings, rows),
    });
  }

  return (
    <PageFrame
      title={t('console.import')}
      hasFocus
      actions={
        <Button kind="quiet" icon="back" onPress={() => navigate('/admin')}>
          {t('console.all_people')}
        </Button>
      }
    >
      <p>{t('console.import_text')}</p>
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
      <div className={styles.file}>
        <label htmlFor={id}>{t('console.file')}</label>
        <input id={id} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event)} />
      </div>
      {table === undefined ? undefined : <Work key={table.number} table={table} />}
    </PageFrame>
  );
}

const outcomes = (results: readonly ImportedRow[], wanted: RowResult['outcome']): readonly ImportedRow[] =>
  results.filter(({ outcome }) => outcome === wanted);

function Work({ table: { headings, rows, work } }: { readonly table: Table }) {
  const { t } = useTranslation();
  const { phase, total, results, failure } = useStore(work.state);
  const [isSaved, setIsSaved] = useState(false);
  const passwords = results.filter(({ password }) => password !== undefined);
  // The passwords are nowhere else.
  useUnsaved(phase === 'running' || (passwords.length > 0 && !isSaved));
  const refused = outcomes(results, 'refused');
  const counts = {
    done: results.length,
    total,
    added: outcomes(results, 'added').length,
    existing: outcomes(results, 'exists').length,
    refused: refused.length,
  };

  function savePasswords(): void {
    const lines = passwords.map(({ username, password = '' }) => [username, password]);
    saveFile('passwords.csv', 'text/csv', writeCsv([['username', 'password'], ...lines], FORMULA));
    setIsSaved(true);
  }
  function saveRefused(): void {
    const lines = refused.map(({ line }) => [...(rows[line - 2] ?? [])]);
    saveFile('refused.csv', 'text/csv', writeCsv([[...headings], ...lines], FORMULA));
  }

  return (
    <section className={styles.part}>
      {phase === 'ready' ? (
        <>
          <p>{t('console.rows', { number: total })}</p>
          <div className={styles.actions}>
            <Button kind="primary" onPress={() => void work.run()}>
              {t('console.import_start')}
            </Button>
          </div>
        </>
      ) : (
        <WorkNote
          phase={phase === 'done' ? 'done' : phase === 'running' ? 'working' : 'failed'}
          text={t(phase === 'done' ? 'console.import_done' : 'console.import_progress', counts)}
          progress={results.length / total}
          action={
            phase === 'running' ? (
              <Button onPress={() => work.stop()}>{t('console.stop')}</Button>
            ) : phase === 'paused' ? (
              <Button kind="primary" onPress={() => void work.run()}>
                {t('console.go_on')}
              </Button>
            ) : undefined
          }
        />
      )}
      {failure === undefined ? undefined : (
        <Alert type="danger">
          {failure.status === 400 && failure.failureText !== undefined
            ? failure.failureText
            : t(failureText(failure))}
        </Alert>
      )}
      {phase !== 'running' && passwords.length > 0 ? (
        <>
          <p>{t('console.passwords_text')}</p>
          <div className={styles.actions}>
            <Button onPress={savePasswords}>{t('console.save_passwords')}</Button>
          </div>
        </>
      ) : undefined}
      {refused.length > 0 ? <Refused refused={refused} onSave={saveRefused} /> : undefined}
    </section>
  );
}

function Refused({
  refused,
  onSave,
}: {
  readonly refused: readonly ImportedRow[];
  readonly onSave: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('console.refused', { number: refused.length })}</h2>
      <table className={styles.problems}>
        <thead>
          <tr>
            <th scope="col">{t('console.line')}</th>
            <th scope="col">{t('registration.username')}</th>
            <th scope="col">{t('console.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, MOST_SHOWN).map(({ line, username, problem }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>
                <bdi>{username}</bdi>
              </td>
              <td lang="en">
                <bdi>{problem}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button onPress={onSave}>{t('console.save_refused')}</Button>
      </div>
    </>
  );
}
