import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Icon } from '../ui/Icon.tsx';
import { ContrastButton } from './ContrastButton.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import styles from './Menu.module.css';
import entryStyles from './menu-entry.module.css';

/** Where a person can go, and no entry for what their organisation has not (NAV-01). */
export function Menu({ features, onLeave }: { readonly features: Features; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <ul className={styles.menu}>
      {features.call ? (
        <li>
          <Link
            href="/call"
            className={entryStyles.entry}
            aria-current={path === '/call' || path === '/' ? 'page' : undefined}
            onClick={onLeave}
          >
            <Icon name="phone" />
            {t('menu.call')}
          </Link>
        </li>
      ) : undefined}
      {features.contrast ? (
        <li className={styles.end}>
          <ContrastButton />
        </li>
      ) : undefined}
      <li className={features.contrast ? undefined : styles.end}>
        <LogoutButton />
      </li>
    </ul>
  );
}
