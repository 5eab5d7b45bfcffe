import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { lightAtFirst } from '../../../client/product/theme-at-start.ts';
import { useStore } from '../../../client/store/store.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import styles from './menu-entry.module.css';

export type ContrastButtonProps = {
  /** The button switches high contrast, because another control chooses light and dark (decision D75). */
  readonly isHighContrast: boolean;
};

/** A button that switches the dark appearance or high contrast; this device remembers it (THEME-01). */
export function ContrastButton({ isHighContrast }: ContrastButtonProps) {
  const { t } = useTranslation();
  const { themeChoice } = useAppServices();
  const theme = useStore(themeChoice.theme, lightAtFirst);
  const isOn = isHighContrast ? theme === 'contrast' : theme !== 'light';
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={isOn}
      title={isHighContrast ? t('appearance.contrast') : undefined}
      onClick={isHighContrast ? themeChoice.toggleContrast : themeChoice.toggle}
    >
      <Icon name="contrast" />
      <span className={styles.words}>{t('menu.contrast')}</span>
    </button>
  );
}
