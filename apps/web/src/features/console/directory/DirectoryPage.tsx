import type { ListedEntry } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useConsole } from '../console-context.ts';
import { failureText } from '../failure-text.ts';
import { ListedPage, type ListedPageProps } from '../listed/ListedPage.tsx';
import { ListedRow } from '../listed/ListedRow.tsx';

export const DIRECTORY = '/admin/directory';

/** The businesses and services that users find in the directory. */
export function DirectoryPage({ done }: { readonly done: TextKey | undefined }) {
  const { t } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const read = useCallback<ListedPageProps<ListedEntry>['read']>(
    async (query) => {
      const result = await api.entries(query);
      return result.ok ? { ok: true, value: { ...result.value, rows: result.value.entries } } : result;
    },
    [api],
  );

  async function save(): Promise<void> {
    setProblem(undefined);
    setIsSaving(true);
    const result = await change(() => api.exportDirectory());
    setIsSaving(false);
    if (result?.ok === true) saveFile('directory.csv', 'text/csv', result.value);
    else if (result !== undefined) setProblem(t(failureText(result)));
  }

  return (
    <ListedPage
      title={t('menu.directory')}
      text={t('console.directory_text')}
      none={t('console.directory_none')}
      done={done}
      actions={
        access.role === 'support' ? undefined : (
          <>
            <Button kind="primary" onPress={() => navigate(`${DIRECTORY}/add`)}>
              {t('console.entry_add')}
            </Button>
            {access.role === 'operator' ? (
              <Button onPress={() => navigate(`${DIRECTORY}/import`)}>{t('console.import')}</Button>
            ) : undefined}
            <Button isBusy={isSaving} onPress={() => void save()}>
              {t('console.save_table')}
            </Button>
          </>
        )
      }
      read={read}
      renderRow={({ id, name, phone, type, category, organisation, isChangeable }) => (
        <ListedRow
          to={isChangeable ? `${DIRECTORY}/${encodeURIComponent(id)}` : undefined}
          name={name}
          address={phone}
          organisation={organisation}
        >
          {[type, category].filter((each) => each !== '').join(', ')}
        </ListedRow>
      )}
    >
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
    </ListedPage>
  );
}
