import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PermissionOverlay.module.css';

/** The browser is asking for camera and microphone: say so, below where browsers ask (CALLSCR-11, MEDIA-02). */
export function PermissionOverlay() {
  const { t } = useTranslation();
  return (
    <output className={styles.overlay}>
      <span className={styles.signs}>
        <Icon name="camera" size="2rem" />
        <Icon name="microphone" size="2rem" />
      </span>
      <span>{t('call.permission')}</span>
    </output>
  );
}
