import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { goTo } from '../../ui/save-file.ts';
import { failureText } from './failure-text.ts';

type Props = {
  readonly api: Pick<ConsoleApi, 'startAtProvider'>;
  /** The name of the provider. */
  readonly provider: string;
  readonly onCancel: () => void;
};

/** Asks a user who has no password here to log in at the provider once more before a change (decision D107). */
export function ProviderDialog({ api, provider, onCancel }: Props) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function leave(): Promise<void> {
    setProblem(undefined);
    setIsBusy(true);
    const result = await api.startAtProvider(path);
    if (result.ok) return goTo(result.value);
    setIsBusy(false);
    return setProblem(t(failureText(result)));
  }

  return (
    <Dialog
      title={t('console.provider_title')}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onPress={() => void leave()}>
            {t('provider.confirm', { name: provider })}
          </Button>
        </>
      }
    >
      <p>{t('console.provider_why', { name: provider })}</p>
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
    </Dialog>
  );
}
