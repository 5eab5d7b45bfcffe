import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useTermsOfUse } from '../../../client/hooks/use-terms-of-use.ts';
import type { SignedIn } from '../../../client/session/session.ts';
import { fullNameOf, isAnonymous, pictureOf } from '../../../client/session/user.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { pagesFor } from '../../routes/pages.ts';
import { DoNotDisturb } from '../DoNotDisturb.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { ContrastButton } from './ContrastButton.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import styles from './Menu.module.css';
import { MenuPages } from './MenuPages.tsx';
import entryStyles from './menu-entry.module.css';

export type MenuProps = {
  readonly session: SignedIn;
  /** The menu is shown in place of the content (NAV-08), and needs a heading of its own. */
  readonly isPage: boolean;
  readonly onLeave: () => void;
};

/**
 * The menu, without entries for pages that the organisation does not have (NAV-01, NAV-02). Wide windows
 * have the entries about the account in a menu of their own if the brand says so (decision D76).
 */
export function Menu({ session: { features, user }, isPage, onLeave }: MenuProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const { main, support } = pagesFor(features);
  const isVisitor = isAnonymous(user, brand);
  const terms = useTermsOfUse();
  // Visitors who would be logged in again immediately cannot log out (NAV-06).
  const visitorExit = brand.anonymous.autoLogin ? undefined : ('menu.exit' as const);
  const logout = isVisitor ? visitorExit : ('menu.logout' as const);
  const accountClass = features.compactMenu ? styles.narrow : undefined;
  return (
    <nav className={styles.menu} aria-label={t('menu.menu')}>
      {isPage ? (
        <h1>
          <VisuallyHidden>{t('menu.menu')}</VisuallyHidden>
        </h1>
      ) : undefined}
      <ul className={styles.entries}>
        <MenuPages {...{ features, onLeave, accountClass }} pages={main} />
      </ul>
      <ul className={styles.entries}>
        <li className={styles.narrow}>
          <DoNotDisturb place="menu" className={entryStyles.entry} />
        </li>
        {features.contrast ? (
          <li>
            <ContrastButton isHighContrast={features.appearance} />
          </li>
        ) : undefined}
        {features.appearance ? (
          <>
            <li>
              <AppearanceMenu />
            </li>
            <li>
              <LanguageMenu />
            </li>
          </>
        ) : undefined}
        {features.compactMenu ? (
          <li className={styles.wide}>
            <AccountMenu
              name={isVisitor ? '' : fullNameOf(user)}
              image={pictureOf(user)}
              pages={[...main, ...support].filter(({ isOfAccount }) => isOfAccount)}
              logout={logout}
            />
          </li>
        ) : undefined}
        {logout === undefined ? undefined : (
          <li className={accountClass}>
            <LogoutButton label={logout} />
          </li>
        )}
        <MenuPages {...{ features, onLeave, accountClass }} pages={support} />
        {terms === undefined ? undefined : (
          <li className={accountClass}>
            <a href={terms.url} target="_blank" rel="noreferrer" className={entryStyles.entry}>
              <Icon name="book" />
              <span>{terms.text}</span>
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
