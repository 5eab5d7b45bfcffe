import type { Features } from '@samtal/api-contract';
import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { groupPages, type Page } from '../../routes/pages.ts';
import styles from './Menu.module.css';
import entryStyles from './menu-entry.module.css';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useIsCurrent } from './use-is-current.ts';

export type MenuPagesProps = {
  readonly pages: readonly Page[];
  readonly features: Features;
  readonly onLeave: () => void;
  /** A class for the entries of pages that wide windows have in the account menu. */
  readonly accountClass?: string | undefined;
};

/** Menu entries that lead to pages; the pages of a group share one entry (NAV-03). */
export function MenuPages({ pages, accountClass, ...rest }: MenuPagesProps) {
  return groupPages(pages).map((members) => (
    <li key={members[0]?.name} className={members[0]?.isOfAccount ? accountClass : undefined}>
      {members.length > 1 ? (
        <PageGroupEntry pages={members} {...rest} />
      ) : (
        members.map((page) => <PageEntry key={page.name} page={page} {...rest} />)
      )}
    </li>
  ));
}

type PageEntryProps = Omit<MenuPagesProps, 'pages' | 'accountClass'> & { readonly page: Page };

function PageEntry({ page, features, onLeave }: PageEntryProps) {
  const { t } = useTranslation();
  const isCurrent = useIsCurrent(features)(page);
  return (
    <Link
      href={page.path}
      className={entryStyles.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onLeave}
    >
      <Icon name={page.icon} />
      <span>{t(page.label)}</span>
      {page.name === 'messages' || page.name === 'history' ? <UnreadBadge of={page.name} /> : undefined}
    </Link>
  );
}

function PageGroupEntry({ pages, features, onLeave }: MenuPagesProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const isCurrent = pages.some(useIsCurrent(features));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape from within
    <div
      className={styles.group}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
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
        // The open group has an entry that is the current page.
        aria-current={isCurrent ? (isOpen ? 'true' : 'page') : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="users" />
        <span>{t('menu.contacts')}</span>
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
