import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import styles from './PermissionOverlay.module.css';

const isPermissionAwaited = ({ media }: ClientState) => media.isPermissionOverlayVisible;

/** A text that is shown while the browser asks for camera and microphone (CALLSCR-11, MEDIA-02). */
export function PermissionOverlay() {
  const { t } = useTranslation();
  const isAwaited = useClient(isPermissionAwaited);
  return isAwaited ? (
    <output className={styles.overlay}>
      <span className={styles.signs}>
        <Icon name="camera" size="2rem" />
        <Icon name="microphone" size="2rem" />
      </span>
      <span>{t('call.permission')}</span>
    </output>
  ) : undefined;
}
