import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { appearances } from '../../../client/product/theme.ts';
import { useStore } from '../../../client/store/store.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { MenuButton } from '../../../ui/menu/MenuButton.tsx';
import styles from './menu-entry.module.css';

/** A menu button that chooses the appearance of the page on this device (decision D75). */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const { themeChoice } = useAppServices();
  const chosen = useStore(themeChoice.chosen);
  const choices = appearances.map((appearance) => ({
    key: appearance,
    label: t(`appearance.${appearance}`),
    isChosen: appearance === chosen,
    onSelect: () => themeChoice.choose(appearance),
  }));
  return (
    <MenuButton label={t('menu.appearance')} groups={[choices]} className={styles.entry}>
      <Icon name="appearance" />
      <span className={styles.words}>{t('menu.appearance')}</span>
    </MenuButton>
  );
}
