import type { Brand, Features } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/Icon.tsx';

/** A group of pages; the menu shows them as one entry if the user has several pages of the group (NAV-03). */
type PageGroup = 'contacts';

export type Page = {
  readonly name:
    | 'services'
    | 'contacts'
    | 'directory'
    | 'call'
    | 'history'
    | 'messages'
    | 'userinformation'
    | 'myaddress'
    | 'settings'
    | 'help'
    | 'log'
    | 'about';
  readonly path: string;
  readonly label: TextKey;
  readonly icon: IconName;
  readonly isOn: (features: Features) => boolean;
  readonly group?: PageGroup;
  /** Whether the page is in the account menu, where there is one (decision D76). */
  readonly isOfAccount?: true;
};

/** The pages in the order of the menu (NAV-02); their content is in LaterRoute.tsx, that of the dial page in Routes.tsx. */
const pages: readonly Page[] = [
  {
    name: 'services',
    path: '/services',
    label: 'menu.services',
    icon: 'services',
    isOn: ({ services }) => services,
    group: 'contacts',
  },
  {
    name: 'contacts',
    path: '/contacts',
    label: 'menu.contacts',
    icon: 'user',
    isOn: ({ contacts }) => contacts,
    group: 'contacts',
  },
  {
    name: 'directory',
    path: '/directory',
    label: 'menu.directory',
    icon: 'book',
    isOn: ({ directory }) => directory,
    group: 'contacts',
  },
  { name: 'call', path: '/call', label: 'menu.call', icon: 'phone', isOn: ({ call }) => call },
  {
    name: 'history',
    path: '/history',
    label: 'menu.history',
    icon: 'history',
    isOn: ({ history }) => history,
  },
  {
    name: 'messages',
    path: '/messages',
    label: 'menu.messages',
    icon: 'envelope',
    isOn: ({ messages }) => messages,
  },
  {
    name: 'userinformation',
    path: '/userinformation',
    label: 'menu.userinformation',
    icon: 'user',
    isOn: ({ userInformation }) => userInformation,
    isOfAccount: true,
  },
  {
    name: 'myaddress',
    path: '/myaddress',
    label: 'myaddress.title',
    icon: 'phone',
    isOn: ({ myAddress }) => myAddress,
    isOfAccount: true,
  },
  {
    name: 'settings',
    path: '/settings',
    label: 'menu.settings',
    icon: 'settings',
    isOn: ({ settings }) => settings,
  },
];

/** The last entries of the menu. */
const supportPages: readonly Page[] = [
  { name: 'help', path: '/help', label: 'help.title', icon: 'help', isOn: ({ help }) => help },
  {
    name: 'log',
    path: '/log',
    label: 'menu.log',
    icon: 'more',
    isOn: ({ debugConsole, debugLog, debugDebug }) => debugConsole || debugLog || debugDebug,
    isOfAccount: true,
  },
  {
    name: 'about',
    path: '/about',
    label: 'menu.about',
    icon: 'info',
    isOn: ({ about }) => about,
    isOfAccount: true,
  },
];

/** If the brand's home screen is off, the first of these pages that is on replaces it. */
const homeOrder: readonly string[] = [
  'services',
  'call',
  'contacts',
  'directory',
  'history',
  'messages',
  'settings',
  'about',
];

/**
 * The pages that the user's organisation has (NAV-01, ROUTE-12): `main` before the menu's buttons, `support`
 * after them.
 */
export function pagesFor(features: Features): {
  readonly main: readonly Page[];
  readonly support: readonly Page[];
} {
  const isOn = (page: Page): boolean => page.isOn(features);
  return { main: pages.filter(isOn), support: supportPages.filter(isOn) };
}

/** The most pages of the tab bar: with more, words do not fit under the icons of a narrow phone. */
const mostTabs = 4;

/** The pages of the tab bar of phones (decision D76): those that users open most, as far as they are on. */
export function tabsFor(features: Features): readonly Page[] {
  const { main } = pagesFor(features);
  const wanted = ['call', 'contacts', 'history', 'messages', 'services', 'directory', 'settings'];
  return wanted.flatMap((name) => main.find((page) => page.name === name) ?? []).slice(0, mostTabs);
}

/** Whether `path` is the address of a page or of one of its subpages. */
export const isPageAt = ({ path: own }: Pick<Page, 'path'>, path: string): boolean =>
  path === own || path.startsWith(`${own}/`);

/** The page at `/` (ROUTE-10, A-084); undefined when no page is on. */
export function homePageFor(homeScreen: Brand['homeScreen'], features: Features): Page | undefined {
  const { main, support } = pagesFor(features);
  const wanted = [homeScreen, ...homeOrder];
  return wanted
    .map((name) => [...main, ...support].find((page) => page.name === name))
    .find((page) => page !== undefined);
}

/**
 * The entries of the menu: the pages of a group form one entry, at the place of the group's first page; every
 * other page is an entry of its own.
 */
export function groupPages<P extends { readonly group?: PageGroup }>(
  list: readonly P[],
): readonly (readonly P[])[] {
  return list.flatMap((page) => {
    const { group } = page;
    const members = group === undefined ? [page] : list.filter((other) => other.group === group);
    return members[0] === page ? [members] : [];
  });
}
