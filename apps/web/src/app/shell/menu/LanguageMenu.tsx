import type { Language } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { MenuButton } from '../../../ui/menu/MenuButton.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import styles from './menu-entry.module.css';

/** The name of each language in that language, in the order of the menu. */
const ownNames: Readonly<Record<Language, string>> = {
  ar: 'العربية',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  fi: 'Suomi',
  fr: 'Français',
  nl: 'Nederlands',
  no: 'Norsk',
  sv: 'Svenska',
  th: 'ไทย',
};

/** A menu button that chooses the language of the page on this device (decision D75). */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const { chooseLanguage } = useAppServices();
  const current = ownNames[i18n.language as Language];
  const choices = (Object.keys(ownNames) as Language[]).map((language) => ({
    key: language,
    label: ownNames[language],
    lang: language,
    isChosen: language === i18n.language,
    onSelect: () => void chooseLanguage(language),
  }));
  return (
    <MenuButton label={t('menu.language')} groups={[choices]} className={styles.entry}>
      <Icon name="globe" />
      <VisuallyHidden>{t('menu.language')}: </VisuallyHidden>
      <bdi className={styles.words}>{current}</bdi>
    </MenuButton>
  );
}
