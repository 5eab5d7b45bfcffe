import { useAppServices } from '../../client/hooks/app-services.ts';
import type { SignedIn } from '../../client/session/session.ts';
import { isAnonymous } from '../../client/session/user.ts';
import { pagesFor } from '../routes/pages.ts';
import { ContrastButton } from './ContrastButton.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import styles from './Menu.module.css';
import { MenuPages } from './MenuPages.tsx';

export type MenuProps = { readonly session: SignedIn; readonly onLeave: () => void };

/** The menu, without entries for pages that the organisation does not have (NAV-01, NAV-02). */
export function Menu({ session: { features, user }, onLeave }: MenuProps) {
  const { brand } = useAppServices();
  const { main, support } = pagesFor(features);
  const isVisitor = isAnonymous(user, brand);
  return (
    <div className={styles.menu}>
      <ul className={styles.entries}>
        <MenuPages pages={main} features={features} onLeave={onLeave} />
      </ul>
      <ul className={styles.entries}>
        {features.contrast ? (
          <li>
            <ContrastButton />
          </li>
        ) : undefined}
        {/* Visitors who would be logged in again immediately cannot log out (NAV-06). */}
        {isVisitor && brand.anonymous.autoLogin ? undefined : (
          <li>
            <LogoutButton label={isVisitor ? 'menu.exit' : 'menu.logout'} />
          </li>
        )}
        <MenuPages pages={support} features={features} onLeave={onLeave} />
      </ul>
    </div>
  );
}
