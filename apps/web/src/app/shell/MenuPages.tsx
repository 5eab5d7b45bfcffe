import type { Features } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { groupPages, homePageFor, type Page } from '../routes/pages.ts';
import styles from './Menu.module.css';
import entryStyles from './menu-entry.module.css';
import { UnreadBadge } from './UnreadBadge.tsx';

export type MenuPagesProps = {
  readonly pages: readonly Page[];
  readonly features: Features;
  readonly onLeave: () => void;
};

/** Menu entries that lead to pages; the pages of a group share one entry (NAV-03). */
export function MenuPages({ pages, ...rest }: MenuPagesProps) {
  return groupPages(pages).map((members) => (
    <li key={members[0]?.name}>
      {members.length > 1 ? (
        <PageGroupEntry pages={members} {...rest} />
      ) : (
        members.map((page) => <PageEntry key={page.name} page={page} {...rest} />)
      )}
    </li>
  ));
}

type PageEntryProps = Omit<MenuPagesProps, 'pages'> & { readonly page: Page };

function PageEntry({ page, features, onLeave }: PageEntryProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const [path] = useLocation();
  const isHome = path === '/' && homePageFor(brand.homeScreen, features)?.name === page.name;
  const isCurrent = isHome || path === page.path || path.startsWith(`${page.path}/`);
  return (
    <Link
      href={page.path}
      className={entryStyles.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onLeave}
    >
      <Icon name={page.icon} />
      {t(page.label)}
      {page.name === 'messages' || page.name === 'history' ? <UnreadBadge of={page.name} /> : undefined}
    </Link>
  );
}

function PageGroupEntry({ pages, features, onLeave }: MenuPagesProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape from within
    <div
      className={styles.group}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
      }}
    >
      <button
        type="button"
        className={entryStyles.entry}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="users" />
        {t('menu.contacts')}
      </button>
      {isOpen ? (
        <ul className={styles.submenu}>
          {pages.map((page) => (
            <li key={page.name}>
              <PageEntry
                page={page}
                features={features}
                onLeave={() => {
                  setIsOpen(false);
                  onLeave();
                }}
              />
            </li>
          ))}
        </ul>
      ) : undefined}
    </div>
  );
}
