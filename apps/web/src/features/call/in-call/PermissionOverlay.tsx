import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import styles from './PermissionOverlay.module.css';

const isPermissionAwaited = ({ media }: ClientState) => media.isPermissionOverlayVisible;
const isDenied = ({ call }: ClientState) =>
  (call.phase === 'calling' || call.phase === 'establishing') && call.progress === 'denied';

const focusNow = (element: HTMLElement | null): void => element?.focus();

/**
 * A text that is shown while the browser asks for camera and microphone (CALLSCR-11, MEDIA-02). If they are
 * refused, the call can go on with text (decision D32).
 */
export function PermissionOverlay() {
  const { t } = useTranslation();
  const intents = useIntents();
  const isAwaited = useClient(isPermissionAwaited);
  const isRefused = useClient(isDenied);
  if (!isAwaited && !isRefused) return undefined;
  return (
    <output className={styles.overlay} data-refused={isRefused || undefined}>
      <span className={styles.signs}>
        <Icon name="camera" size="2rem" />
        <Icon name="microphone" size="2rem" />
      </span>
      <span>{t(isRefused ? 'call.denied' : 'call.permission')}</span>
      {isRefused ? (
        <span className={styles.choices}>
          <Button ref={focusNow} kind="primary" onPress={() => intents.goOnWithText()}>
            {t('call.goonwithtext')}
          </Button>
          <Button onPress={() => intents.hangUp()}>{t('call.cancel')}</Button>
        </span>
      ) : undefined}
    </output>
  );
}
