import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../../ui/icons/Icon.tsx';
import type { Page } from '../../routes/pages.ts';
import { Emergency } from '../Emergency.tsx';
import styles from './TabBar.module.css';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useIsCurrent } from './use-is-current.ts';

export type TabBarProps = {
  readonly features: Features;
  readonly tabs: readonly Page[];
  readonly onLeave: () => void;
};

const { cell, tab, icon, words } = styles;
const looks = { cell, tab, icon, words };

/** Links to the main pages at the bottom of small screens, beside the menu of NAV-08 (decision D76). */
export function TabBar({ features, tabs, onLeave }: TabBarProps) {
  const { t } = useTranslation();
  const isCurrent = useIsCurrent(features);
  return (
    <nav className={styles.bar} aria-label={t('menu.tabs')}>
      <ul className={styles.tabs}>
        {tabs.map((page) => (
          <li key={page.name} className={styles.cell}>
            <Link
              href={page.path}
              className={styles.tab}
              aria-current={isCurrent(page) ? 'page' : undefined}
              onClick={onLeave}
            >
              <span className={styles.icon}>
                <Icon name={page.icon} />
                {page.name === 'messages' || page.name === 'history' ? (
                  <UnreadBadge of={page.name} />
                ) : undefined}
              </span>
              <span className={styles.words}>{t(page.label)}</span>
            </Link>
          </li>
        ))}
        <Emergency place="tabs" looks={looks} />
      </ul>
    </nav>
  );
}
