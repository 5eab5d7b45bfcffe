import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../ui/buttons/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from './SettingsMenu.module.css';
import {
  isDuringCalls,
  type SettingsPage,
  type SettingsPageName,
  settingsPagesFor,
} from './settings-pages.ts';

export type SettingsMenuProps = {
  readonly features: Features;
  readonly current: SettingsPageName;
  /** The list is shown in place of the page, and its title is the heading. */
  readonly isList: boolean;
  /** Called when a page is chosen. */
  readonly onOpen: () => void;
  /** Called when the user returns to the open page; the button for it is visible on small screens only. */
  readonly onCancel: () => void;
};

/** Menu of the settings pages that the user may open. */
export function SettingsMenu({ features, current, isList, onOpen, onCancel }: SettingsMenuProps) {
  const { t } = useTranslation();
  const Title = isList ? 'h1' : 'p';
  const pages = settingsPagesFor(features);
  const duringCalls = pages.filter(isDuringCalls);
  const others = pages.filter((page) => !isDuringCalls(page));
  const links = (list: readonly SettingsPage[]) =>
    list.map(({ name, path, label, icon }) => (
      <li key={name}>
        <Link
          href={path}
          className={styles.link}
          aria-current={name === current ? 'page' : undefined}
          onClick={onOpen}
        >
          <Icon name={icon} />
          {t(label)}
        </Link>
      </li>
    ));
  return (
    <nav aria-label={t('menu.settings')} className={styles.menu}>
      <div className={styles.head}>
        <Title className={styles.title}>{t('menu.settings')}</Title>
        <span className={styles.cancel}>
          <Button onPress={onCancel}>{t('common.cancel')}</Button>
        </span>
      </div>
      {duringCalls.length === 0 ? undefined : (
        <>
          <h2 className={styles.group} id="settings-during-calls">
            {t('settings.duringcalls')}
          </h2>
          <ul className={styles.list} aria-labelledby="settings-during-calls">
            {links(duringCalls)}
          </ul>
        </>
      )}
      <ul className={styles.list}>{links(others)}</ul>
    </nav>
  );
}
