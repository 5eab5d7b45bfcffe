import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useTermsOfUse } from '../../../client/hooks/use-terms-of-use.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/menu/MenuButton.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import { isPageAt, type Page } from '../../routes/pages.ts';
import styles from './AccountMenu.module.css';
import { LogoutQuestion } from './LogoutQuestion.tsx';
import entryStyles from './menu-entry.module.css';

export type AccountMenuProps = {
  /** The name of the user; '' for a caller without an account. */
  readonly name: string;
  /** The pages about the user and the product. */
  readonly pages: readonly Page[];
  /** Address of the user's picture; empty = none. */
  readonly image: string;
  /** The words for leaving; undefined = the user cannot log out (NAV-06). */
  readonly logout: 'menu.logout' | 'menu.exit' | undefined;
};

/** A menu button with the pages of the account and the logout (decision D76). */
export function AccountMenu({ name, image, pages, logout }: AccountMenuProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const terms = useTermsOfUse();
  const links = pages.map((page): MenuEntry => {
    const isCurrent = isPageAt(page, path);
    return { key: page.name, label: t(page.label), icon: page.icon, href: page.path, isCurrent };
  });
  const leave: readonly MenuEntry[] =
    logout === undefined
      ? []
      : [{ key: 'logout', label: t(logout), icon: 'logOut', onSelect: () => setIsAsking(true) }];
  const outside: readonly MenuEntry[] =
    terms === undefined
      ? []
      : [{ key: 'terms', label: terms.text, icon: 'book', href: terms.url, isOutside: true }];
  const groups = [[...links, ...outside], leave].filter(({ length }) => length > 0);
  if (groups.length === 0) return undefined;
  const words = name === '' ? t('menu.account') : name;
  return (
    <>
      <MenuButton
        label={t('menu.account')}
        groups={groups}
        className={entryStyles.entry}
        isCurrent={links.some(({ isCurrent }) => isCurrent)}
      >
        {name === '' ? (
          <Icon name="user" />
        ) : (
          <>
            <VisuallyHidden>{t('menu.account')}: </VisuallyHidden>
            <span className={styles.face}>
              <Portrait name={name} image={imageAddress(image)} />
            </span>
          </>
        )}
        <bdi className={styles.name}>{words}</bdi>
      </MenuButton>
      {isAsking ? <LogoutQuestion onCancel={() => setIsAsking(false)} /> : undefined}
    </>
  );
}
