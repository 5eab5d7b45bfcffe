import { featuresFor, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { groupPages, homePageFor, isPageAt, pagesFor, tabsFor } from './pages.ts';

function featuresOf(names: readonly string[]) {
  const result = parseBrand({ features: Object.fromEntries(names.map((name) => [name, true])) });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  return featuresFor(result.brand, 1, []);
}

test.each([
  ['call', ['call', 'settings', 'about'], 'call'],
  ['services', ['call', 'settings'], 'call'],
  ['services', ['settings', 'about'], 'settings'],
  ['history', ['about'], 'about'],
  ['call', [], undefined],
] as const)('ROUTE-10 A-084 home screen %s with %j on is %s', (homeScreen, names, home) => {
  expect(homePageFor(homeScreen, featuresOf(names))?.name).toBe(home);
});

test.each([
  [[], [], []],
  [['settings'], ['/settings'], []],
  [['userInformation', 'settings', 'call'], ['/call', '/userinformation', '/settings'], []],
  [['about', 'settings', 'call'], ['/call', '/settings'], ['/about']],
  [['debugLog', 'about'], [], ['/log', '/about']],
  [['settings', 'myAddress', 'userInformation'], ['/userinformation', '/myaddress', '/settings'], []],
])('NAV-01 ROUTE-12 with %j on the menu has %j and then %j', (names, main, support) => {
  const pages = pagesFor(featuresOf(names));
  expect(pages.main.map(({ path }) => path)).toEqual(main);
  expect(pages.support.map(({ path }) => path)).toEqual(support);
});

test.each([
  [[], []],
  [['about', 'userInformation'], []],
  [
    ['call', 'contacts', 'directory', 'services', 'history', 'messages', 'settings'],
    ['call', 'contacts', 'history', 'messages'],
  ],
  [
    ['call', 'directory', 'settings', 'services'],
    ['call', 'services', 'directory', 'settings'],
  ],
])('D76 with %j on the tabs are %j', (names, tabs) => {
  expect(tabsFor(featuresOf(names)).map(({ name }) => name)).toEqual(tabs);
});

test.each([
  ['/contacts', '/contacts', true],
  ['/contacts', '/contacts/add', true],
  ['/call', '/calls', false],
  ['/call', '/', false],
])('the page at %s is the one at the path %s: %s', (path, at, isCurrent) => {
  expect(isPageAt({ path }, at)).toBe(isCurrent);
});

test('NAV-03 several entries of one group are placed together, a single one is an entry of its own', () => {
  type Entry = { readonly path: string; readonly group?: 'contacts' };
  const call: Entry = { path: '/call' };
  const contacts: Entry = { path: '/contacts', group: 'contacts' };
  const directory: Entry = { path: '/directory', group: 'contacts' };
  expect(groupPages([contacts, call])).toEqual([[contacts], [call]]);
  expect(groupPages([call, contacts, directory])).toEqual([[call], [contacts, directory]]);
  expect(groupPages([contacts, call, directory])).toEqual([[contacts, directory], [call]]);
});

test('D72 D76 my address is in the account menu', () => {
  const { main } = pagesFor(featuresOf(['myAddress']));
  expect(main.map(({ name, isOfAccount }) => [name, isOfAccount])).toEqual([['myaddress', true]]);
});
