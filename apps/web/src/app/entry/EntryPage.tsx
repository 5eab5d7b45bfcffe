import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { Icon } from '../../ui/icons/Icon.tsx';
import { AccountsReady } from '../loading/AccountsReady.tsx';
import { PageTitle } from '../routes/titles/PageTitle.tsx';
import { BrandMark } from '../shell/BrandMark.tsx';
import styles from './EntryPage.module.css';

/**
 * Whether the query of the address hides a link, as it may when another site embeds the page (ROUTE-20,
 * ROUTE-21, A-111).
 */
const isHidden = (search: string, flag: 'hideBack' | 'hideLogin'): boolean =>
  new URLSearchParams(search).get(flag) === 'true';

export type EntryPageProps = { readonly title: string; readonly children: ReactNode };

/** A page that is shown before the login, with links to the login page and the start page. */
export function EntryPage({ title, children }: EntryPageProps) {
  const { t } = useTranslation();
  const search = useSearch();
  return (
    <>
      <PageTitle page={title} />
      <main className={styles.main}>
        <div className={styles.brand}>
          <BrandMark />
        </div>
        <div className={styles.page}>
          {isHidden(search, 'hideBack') ? undefined : (
            <Link href="/login" className={styles.link}>
              <Icon name="back" size="1.25em" />
              {t('common.back')}
            </Link>
          )}
          <AccountsReady>{children}</AccountsReady>
          {isHidden(search, 'hideLogin') ? undefined : (
            <Link href="/" className={styles.link}>
              {t('common.start_page')}
            </Link>
          )}
        </div>
      </main>
    </>
  );
}
