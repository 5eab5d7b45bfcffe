import { DIRECTORY_TABLE, decodeText, parseCsv } from '@samtal/api-contract';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { WorkNote } from '../../../ui/notices/WorkNote.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { listedFailure } from '../listed/listed-failure.ts';
import { DIRECTORY } from './DirectoryPage.tsx';

type Table = { readonly text: string; readonly rows: number };

type Progress = { readonly phase: 'working' | 'done'; readonly text: string };

/** Replaces the directory by a table, after a question. */
export function ImportDirectoryPage() {
  const { t } = useTranslation();
  const { api, change } = useConsole();
  const [, navigate] = useLocation();
  const id = useId();
  const [table, setTable] = useState<Table>();
  const [problem, setProblem] = useState<string>();
  const [details, setDetails] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<Progress>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0];
    // The same file may be chosen again.
    target.value = '';
    if (file === undefined || progress?.phase === 'working') return;
    setProblem(undefined);
    setDetails([]);
    setProgress(undefined);
    const wrong = t('console.directory_file_wrong', { number: DIRECTORY_TABLE.rows });
    if (file.size > 2 * DIRECTORY_TABLE.length) return setProblem(wrong);
    const text = decodeText(new Uint8Array(await file.arrayBuffer()), TextDecoder);
    const [headings = [], ...rows] = parseCsv(text);
    const hasNames = headings.some((heading) => heading.trim().toLowerCase() === 'name');
    const isLong = text.length > DIRECTORY_TABLE.length || rows.length >= DIRECTORY_TABLE.rows;
    if (!hasNames || rows.length === 0 || isLong) return setProblem(wrong);
    setTable({ text, rows: rows.length });
  }

  async function replace({ text, rows }: Table): Promise<void> {
    setTable(undefined);
    setProgress({ phase: 'working', text: t('console.rows', { number: rows }) });
    const result = await change(() => api.replaceDirectory(text));
    setProgress(undefined);
    if (result === undefined) return;
    if (result.ok)
      setProgress({ phase: 'done', text: t('console.directory_replaced', { number: result.value }) });
    else {
      setProblem(t(result.status === 400 ? 'console.directory_refused' : listedFailure(result)));
      setDetails(result.status === 400 ? (result.failureText ?? '').split('\n') : []);
    }
  }

  return (
    <PageFrame
      title={t('console.directory_import')}
      hasFocus
      actions={
        <Button kind="quiet" icon="back" onPress={() => navigate(DIRECTORY)}>
          {t('console.back_to_list')}
        </Button>
      }
    >
      <p>{t('console.directory_import_text')}</p>
      <p className={styles.ends}>
        <code lang="en">name, phone, type, category, image, featured, group, organisation</code>
      </p>
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
      {details.length === 0 ? undefined : (
        <ul lang="en" dir="ltr">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      <div className={styles.file}>
        <label htmlFor={id}>{t('console.file')}</label>
        <input id={id} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event)} />
      </div>
      {progress === undefined ? undefined : (
        <WorkNote
          phase={progress.phase}
          text={progress.text}
          {...(progress.phase === 'done' && { progress: 1 })}
        />
      )}
      {table === undefined ? undefined : (
        <ConfirmDialog
          title={t('console.directory_replace_title')}
          confirmLabel={t('console.directory_replace')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void replace(table)}
          onCancel={() => setTable(undefined)}
        >
          {t('console.directory_replace_text', { number: table.rows })}
        </ConfirmDialog>
      )}
    </PageFrame>
  );
}
