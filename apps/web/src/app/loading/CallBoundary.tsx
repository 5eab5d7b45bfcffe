import type { CallState, ClientState } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../client/hooks/use-client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from '../../ui/loading/whole-page.module.css';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';

/**
 * Shows a replacement when a screen of the call fails: the call continues, and the user can return to it or
 * hang up (ERR-06).
 */
export function CallBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary otherwise={brokenCall}>{children}</ErrorBoundary>;
}

const brokenCall = (retry: () => void): ReactNode => <BrokenCall onRetry={retry} />;

const phaseOf = ({ call }: ClientState): CallState['phase'] => call.phase;

function BrokenCall({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const phase = useClient(phaseOf);
  const intents = useIntents();
  function leave(): void {
    if (phase === 'incoming') intents.decline();
    else if (phase === 'calling') intents.cancel();
    else if (phase === 'ended' || phase === 'ending') intents.dismiss();
    else intents.hangUp();
  }

  return (
    <main className={styles.page} role="alert">
      <span className={styles.sign}>
        <Icon name="warning" size="3.5rem" />
      </span>
      <h1>{t('error.title')}</h1>
      <p>{t('error.somethingwrong')}</p>
      <Button kind="primary" size="large" onPress={onRetry}>
        {t('network.retry')}
      </Button>
      <Button kind="danger" size="large" icon="hangUp" onPress={leave}>
        {t('toolbar.hangup')}
      </Button>
    </main>
  );
}
