import type { DirectoryEntry } from '@samtal/api-contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PeopleApi } from '../../client/ports/people-api.ts';
import { createFakePeopleApi } from '../../testing/fake-people-api.ts';
import { createPeoplePage, type PeoplePageOptions } from '../../testing/people-page.tsx';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import DirectoryPage from './DirectoryPage.tsx';

const i18n = await createWholeI18n('en');
const entry = (id: number, name: string, rest: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id,
  name,
  phone: `${id}@demo.example`,
  type: { id: 1 },
  category: { id: 1 },
  ...rest,
});
const entries = [
  entry(1, 'Library', { featured: true }),
  entry(2, 'Café Élan', { category: { id: 2 } }),
  entry(3, 'City services', { hasChildren: true, phone: '' }),
  entry(4, 'Taxi', { type: { id: 2 }, image: '/no-such-picture.png' }),
  entry(5, '24-hour pharmacy', { phone: null }),
];
const group = (id: number, name: string) => ({ id, name });
const answer = async <T,>(value: T) => ({ ok: true, value }) as const;

type Line = Pick<PeoplePageOptions, 'canCall' | 'isDenied' | 'features'>;

async function open(answers: Partial<PeopleApi> = {}, width = 1024, line: Line = {}) {
  await page.viewport(width, 900);
  const api = createFakePeopleApi([], {
    getDirectory: () => answer(entries),
    getDirectoryTypes: () => answer([group(1, 'Town'), group(2, 'Travel'), group(3, 'Nobody')]),
    getDirectoryCategories: () => answer([group(1, 'Day'), group(2, 'Night')]),
    ...answers,
  });
  const world = createPeoplePage(<DirectoryPage />, { api, path: '/directory', i18n, ...line });
  await render(world.page);
  return world;
}
const filter = (name: string) => page.getByRole('button', { name, exact: false });
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('[id]')?.textContent);
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('DIRECTORY-04 DIRECTORY-05 A-092 A-095 featured entries come first, then all entries by letter', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Featured' })).toBeVisible();
  expect(headings()).toEqual(['Featured', 'C', 'L', 'T', '#']);
  expect(names()).toEqual(['Library', 'Café Élan', 'City services', 'Library', 'Taxi', '24-hour pharmacy']);
  await expect.element(page.getByRole('heading', { level: 3, name: 'City services' })).toBeVisible();
  expect(row('City services').getByRole('button').elements()).toEqual([]);
  expect(row('24-hour pharmacy').getByRole('button').elements()).toEqual([]);
  expect(row('Taxi').getByRole('button', { name: 'Call' }).elements()).toHaveLength(1);
});

test('DIRECTORY-01 DIRECTORY-02 A-091 one type and one category at a time; pressing again clears it', async () => {
  await open();
  await expect.element(filter('Town 4')).toHaveAttribute('aria-pressed', 'false');
  expect(filter('Nobody').elements()).toEqual([]);
  await filter('Town').click();
  expect(names()).toEqual(['Café Élan', 'City services', 'Library', '24-hour pharmacy']);
  expect(headings()).not.toContain('Featured');
  await filter('Night').click();
  expect(names()).toEqual(['Café Élan']);
  await filter('Travel').click();
  await expect.element(filter('Town')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(page.getByText('No results. Change the search or remove a filter.')).toBeVisible();
  await filter('Night').click();
  await filter('Travel').click();
  expect(headings()).toContain('Featured');
  await expect.element(filter('Town 4')).toBeVisible();
});

test('DIRECTORY-03 A-091 the search filters 400 ms after the last key, ignoring case and accents', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await open();
  await expect.element(row('Taxi')).toBeVisible();
  await page.getByLabelText('Search').fill('cafe E');
  await vi.advanceTimersByTimeAsync(399);
  expect(names()).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(names).toEqual(['Café Élan']);
  expect(headings()).toEqual(['C']);
  expect(document.querySelector('search output')?.textContent).toBe('1 result');
});

test.each([
  [767, ['4@demo.example', '4@demo.example']],
  [768, ['4@demo.example']],
])('DIRECTORY-06 A-093 in a window of %i the row and the button call %j', async (width, expected) => {
  const { called } = await open({}, width);
  await row('Taxi').getByText('Taxi').click();
  await row('Taxi').getByRole('button', { name: 'Call' }).click();
  expect(called).toEqual(expected);
});

test('DIRECTORY-06 a row without a number starts no call', async () => {
  const { called } = await open({}, 360);
  await row('24-hour pharmacy').getByText('24-hour pharmacy').click();
  expect(called).toEqual([]);
});

test.each([
  ['calls are not possible without a connection', { canCall: false }, ['true', 'true'], []],
  [
    'with camera and microphone blocked only emergency numbers can be called',
    { isDenied: true },
    ['true', 'false'],
    ['112@demo.example'],
  ],
] as const)(
  'DIAL-12 DIRECTORY-06 A-093 %s, by the row or its button',
  async (_, line, disabled, expected) => {
    const help = entry(6, 'Help', { phone: '112@demo.example' });
    const { called } = await open({ getDirectory: () => answer([...entries, help]) }, 360, line);
    await expect.element(row('Taxi')).toBeVisible();
    const calls = ['Taxi', 'Help'].map((name) => row(name).getByRole('button', { name: 'Call' }).element());
    expect(calls.map((button) => String((button as HTMLButtonElement).disabled))).toEqual(disabled);
    for (const name of ['Taxi', 'Help']) await row(name).getByText(name).click();
    expect(called).toEqual(expected);
  },
);

test('DIRECTORY-08 a directory that failed to load raises no alert, is not called empty, and can be loaded again', async () => {
  let isThere = false;
  const { told } = await open({
    getDirectory: async () => (isThere ? { ok: true, value: entries } : { ok: false, status: 500 }),
  });
  await expect.element(page.getByText('The directory could not be loaded.')).toBeVisible();
  expect(page.getByText('The directory is empty.').elements()).toEqual([]);
  expect(names()).toEqual([]);
  expect(told()).toEqual([]);
  isThere = true;
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(row('Taxi')).toBeVisible();
});

test('D67 an entry without a picture has the one of the colleague at its number', async () => {
  const imageUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await open(
    { getNames: () => answer([{ address: '2@demo.example', name: 'Élan Andersson', imageUrl }]) },
    1024,
    { features: { colleagueNames: true } },
  );
  await expect.poll(() => row('Café').element().querySelector('img')?.src).toBe(imageUrl);
});
