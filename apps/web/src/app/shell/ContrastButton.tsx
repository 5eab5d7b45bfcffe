import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { lightAtFirst } from '../../client/product/theme-at-start.ts';
import { useStore } from '../../client/store/store.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from './menu-entry.module.css';

/**
 * A button that switches between the light and the dark appearance; this device remembers the choice
 * (THEME-01).
 */
export function ContrastButton() {
  const { t } = useTranslation();
  const { themeChoice } = useAppServices();
  const isOn = useStore(themeChoice.theme, lightAtFirst) !== 'light';
  return (
    <button type="button" className={styles.entry} aria-pressed={isOn} onClick={themeChoice.toggle}>
      <Icon name="contrast" />
      {t('menu.contrast')}
    </button>
  );
}
