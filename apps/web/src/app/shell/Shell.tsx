import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import type { SignedIn } from '../../client/session/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SkipLink } from '../../ui/page/SkipLink.tsx';
import { useIsNarrow } from '../../ui/page/use-is-narrow.ts';
import { useFocusOverCall } from '../routes/during-call/use-focus-over-call.ts';
import { tabsFor } from '../routes/pages.ts';
import { usePageFocus } from '../routes/use-page-focus.ts';
import { BrandMark } from './BrandMark.tsx';
import { DoNotDisturb } from './DoNotDisturb.tsx';
import { Emergency } from './Emergency.tsx';
import { Footer } from './Footer.tsx';
import { Menu } from './menu/Menu.tsx';
import { TabBar } from './menu/TabBar.tsx';
import { UnreadBadge } from './menu/UnreadBadge.tsx';
import styles from './Shell.module.css';

const contentId = 'content';
/** The paths whose pages have the footer (NAV-10). */
const pagesWithFooter: readonly string[] = ['/', '/call', '/services'];

export type ShellProps = {
  readonly session: SignedIn;
  readonly children: ReactNode;
};

/**
 * Menu, content and footer. On small screens either the menu or the content is shown (NAV-08); CSS decides
 * which. The bar of tabs below them is for small screens, too.
 */
export function Shell({ session, children }: ShellProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const [path] = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // The open menu takes the place of the content, so it is the main part of the page (NAV-08).
  const isMenuPage = useIsNarrow() && isMenuOpen;
  const { features } = session;
  const tabs = tabsFor(features);
  // A single link has nothing to switch between.
  const hasTabs = features.compactMenu && tabs.length > 1;
  const content = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  useFocusOverCall(content);
  // `isMenuOpen` is included, because closing the menu hides its focused entry, also if the entry leads to
  // the page already shown.
  usePageFocus(content, `${path} ${isMenuOpen}`);

  // At the top of the window no notice lies over the open menu.
  useLayoutEffect(() => {
    if (isMenuPage) window.scrollTo(0, 0);
  }, [isMenuPage]);

  function closeMenu(): void {
    setIsMenuOpen(false);
    menuButton.current?.focus();
  }

  return (
    <div className={styles.shell} data-menu={isMenuOpen ? 'open' : 'closed'} data-tabs={hasTabs || undefined}>
      <SkipLink target={contentId} label={t('skip.content')} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape from within */}
      <div
        className={styles.bar}
        onKeyDown={({ key, target }) => {
          // A dialog opened from the menu closes before the menu does.
          if (key === 'Escape' && isMenuOpen && !(target as Element).closest('dialog')) closeMenu();
        }}
      >
        <header className={styles.header}>
          <Link href="/" className={styles.home}>
            <BrandMark isShort={features.emergency} />
          </Link>
          <DoNotDisturb place="header" />
          <Emergency place="header" hasTabs={hasTabs} />
          <span className={styles.menuButton}>
            <Button
              ref={menuButton}
              kind="quiet"
              icon={isMenuOpen ? 'close' : 'menu'}
              aria-expanded={isMenuOpen}
              onPress={() => (isMenuOpen ? closeMenu() : setIsMenuOpen(true))}
            >
              {isMenuOpen ? (
                t('common.cancel')
              ) : (
                <>
                  {t('menu.menu')} <UnreadBadge />
                </>
              )}
            </Button>
          </span>
        </header>
        <div className={styles.nav} role={isMenuPage ? 'main' : undefined}>
          <Menu session={session} isPage={isMenuPage} onLeave={() => setIsMenuOpen(false)} />
        </div>
      </div>
      <main ref={content} id={contentId} tabIndex={-1} className={styles.content}>
        {children}
      </main>
      {features.footer && pagesWithFooter.includes(path) ? (
        <Footer copyright={brand.copyright} features={features} />
      ) : undefined}
      {hasTabs ? (
        <div className={styles.tabs}>
          <TabBar features={features} tabs={tabs} onLeave={() => setIsMenuOpen(false)} />
        </div>
      ) : undefined}
    </div>
  );
}
