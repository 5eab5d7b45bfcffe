import type { Contact, DirectoryEntry, Service } from '@samtal/api-contract';
import type { CallClient } from '@samtal/call-core';
import { type ReactNode, use, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import type { PeopleApi } from '../../../client/ports/people-api.ts';
import { lines, perCall } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { contact, createFakePeopleApi } from '../../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../../testing/people-page.tsx';
import { createStaticClient } from '../../../testing/static-client.ts';
import { PeopleDial } from './PeopleDial.tsx';

const i18n = await createWholeI18n('en');

const everyone: readonly Contact[] = [
  contact({ id: '1', fname: 'Bobby', sname: 'Berg', sipaddress: 'bobby@demo.example', favourite: true }),
  contact({ id: '2', fname: 'Anna', sname: 'Berg', sipaddress: 'anna@demo.example' }),
  contact({ id: '3', fname: 'Kim', sipaddress: 'kim1@demo.example' }),
  contact({ id: '4', fname: 'Kim', sipaddress: 'kim2@demo.example' }),
  contact({ id: '5', fname: 'Weather', sipaddress: '+46812345@demo.example' }),
];
const services: readonly Service[] = [
  { id: '1', fname: 'Help desk', imageUrl: '', sipaddress: 'help@demo.example' },
];
const directory: readonly DirectoryEntry[] = [{ id: 1, name: 'Bakery', phone: 'bakery@demo.example' }];
const features = { contacts: true, services: true, directory: true, history: true };

type DialProps = { readonly canCall: boolean; readonly isDenied?: boolean };

function Dial({ canCall, isDenied = false }: DialProps) {
  const [number, setNumber] = useState('');
  return (
    <PeopleDial
      features={features}
      number={number}
      onNumberChange={setNumber}
      isVideoOn={false}
      blockedBy={isDenied ? 'mediaDenied' : canCall ? undefined : 'offline'}
      onCall={canCall ? () => {} : undefined}
      attachPreview={() => {}}
      hasTestPage={false}
    />
  );
}

/** The page with another calling core. */
function WithClient({ client, children }: { readonly client: CallClient; readonly children: ReactNode }) {
  const running = use(ClientContext);
  return running === undefined ? undefined : (
    <ClientContext value={{ ...running, client }}>{children}</ClientContext>
  );
}

type OpenOptions = {
  readonly contacts?: readonly Contact[];
  readonly canCall?: boolean;
  readonly answers?: Partial<PeopleApi>;
  readonly isDenied?: boolean;
  /** What stands around the page, for another state of the calling core. */
  readonly around?: (content: ReactNode) => ReactNode;
};

async function open({
  contacts = everyone,
  canCall = true,
  answers = {},
  isDenied = false,
  around = (content) => content,
}: OpenOptions = {}) {
  const api = createFakePeopleApi(contacts, {
    ...answers,
    getServices: async () => ({ ok: true, value: services }),
    getDirectory: async () => ({ ok: true, value: directory }),
  });
  const world = createPeoplePage(around(<Dial canCall={canCall} isDenied={isDenied} />), {
    api,
    path: '/call',
    i18n,
    canCall,
    features: { colleagueNames: true },
  });
  await render(world.page);
  const field = page.getByRole('combobox', { name: 'Number or name' });
  await expect.element(page.getByRole('button', { name: 'Help desk' })).toBeVisible();
  return { ...world, field };
}

const names = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.querySelector(':scope > span > span:not([aria-hidden]) > bdi')?.textContent);
const active = (field: { element(): Element }) =>
  document
    .getElementById(field.element().getAttribute('aria-activedescendant') ?? '')
    ?.querySelector(':scope > span > span:not([aria-hidden]) > bdi')?.textContent;

test.each([
  ['loaded', { ok: true, value: everyone }, ['anna@demo.example']],
  ['not to be had', { ok: false, status: 503 }, ['anna berg']],
] as const)(
  'D53 DIAL-15 a name entered before the saved names are there waits until they are %s',
  async (_outcome, answer, expected) => {
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => (give = resolve));
    const { field, called } = await open({
      answers: {
        async searchContacts() {
          await given;
          return answer;
        },
      },
    });
    await field.fill('anna berg');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Loading…')).toBeVisible();
    expect(called).toEqual([]);
    give();
    await expect.element(page.getByText('Loading…')).not.toBeInTheDocument();
    expect(called).toEqual(expected);
  },
);

test('D53 DIAL-01 combobox pattern: arrows choose, the focus stays in the field, Enter calls, Escape closes', async () => {
  const { field, called } = await open();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('ber');
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  expect(field.element().getAttribute('aria-controls')).toBe(page.getByRole('listbox').element().id);
  expect(names()).toEqual(['Bobby Berg', 'Anna Berg']);
  expect(active(field)).toBeUndefined();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(field)).toBe('Anna Berg');
  await expect
    .element(page.getByRole('option').filter({ hasText: 'Anna Berg' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(active(field)).toBeUndefined();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveValue('ber');
  await userEvent.keyboard('{ArrowUp}');
  expect(active(field)).toBe('Anna Berg');
  await userEvent.keyboard('{Enter}');
  expect(called).toEqual(['anna@demo.example']);
});

test('D32 D33 a person who cannot be called for want of a camera can be called with text, until something else is typed', async () => {
  const calls: unknown[] = [];
  const state = { ...perCall(lines.ready), media: { ...lines.ready.media, isDenied: true } };
  const running = createStaticClient(state, connections.good, {});
  const call = (...called: unknown[]): void => void calls.push(called);
  const client = { ...running.client, intents: { ...running.client.intents, call } };
  await open({
    around: (content) => <WithClient client={client}>{content}</WithClient>,
    isDenied: true,
  });
  const withText = page.getByRole('button', { name: 'Call with text' });
  const helpDesk = page.getByRole('button', { name: 'Help desk' });
  expect(withText.query()).toBeNull();
  await userEvent.keyboard('anna{ArrowDown}{Enter}');
  await withText.click();
  expect(calls).toEqual([['anna@demo.example', { media: { audio: false, video: false, text: true } }]]);
  await userEvent.keyboard('x');
  await page.getByRole('combobox').fill('b');
  await expect.element(withText).not.toBeInTheDocument();
  expect(helpDesk.query()).toBeNull();
});

test('D53 bug 3: Enter without a choice calls a saved name in full, and anything else as typed', async () => {
  const { field, called } = await open();
  await userEvent.keyboard('bobby berg{Enter}');
  await field.fill('Berg');
  await userEvent.keyboard('{Enter}');
  await field.fill('nobody-here');
  await expect.element(page.getByText('No saved name matches.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  expect(called).toEqual(['bobby@demo.example', 'Berg', 'nobody-here']);
});

test('D53 if two contacts have the typed name, the user is asked which one', async () => {
  const { called } = await open();
  await userEvent.keyboard('kim{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Which “kim”?' });
  await expect.element(dialog).toBeVisible();
  expect(called).toEqual([]);
  await dialog.getByRole('button').filter({ hasText: 'kim2@demo.example' }).click();
  expect(called).toEqual(['kim2@demo.example']);
});

test('D53 part of a name with one match asks whether that person is meant, and calls nothing by itself', async () => {
  const { field, called } = await open();
  await userEvent.keyboard('ann{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Which “ann”?' });
  await expect.element(dialog.getByRole('button').filter({ hasText: 'anna@demo.example' })).toHaveFocus();
  expect(called).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => called).toEqual(['anna@demo.example']);
  await field.fill('ann');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Call ann as typed' }).click();
  expect(called).toEqual(['anna@demo.example', 'ann']);
});

test.each(['0812', '+4681', 'anna', 'ann@demo.example'])(
  'D53 %j, a number or an address that one person matches, is called as it was typed',
  async (typed) => {
    const { field, called } = await open();
    await field.fill(typed);
    await userEvent.keyboard('{Enter}');
    expect(called).toEqual([typed]);
  },
);

test('D53 on a phone the matches follow the field, and the Call button below them is in the window', async () => {
  await page.viewport(360, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const many = Array.from({ length: 40 }, (_, index) =>
    contact({ id: `${index}`, fname: `Kim ${index}`, sipaddress: `kim${index}@demo.example` }),
  );
  const { field } = await open({ contacts: many });
  await userEvent.keyboard('kim');
  await expect.poll(names).toHaveLength(12);
  const boxOf = (part: { element(): Element }) => part.element().getBoundingClientRect();
  const list = boxOf(page.getByRole('listbox', { name: 'Matches' }));
  const gap = list.top - boxOf(field).bottom;
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(24);
  const call = boxOf(page.getByRole('button', { name: 'Call', exact: true }));
  expect(call.top).toBeGreaterThan(list.bottom);
  expect(call.bottom).toBeLessThan(640);
});

test('D53 a pressed row calls and leaves the focus in the field; services and the directory are found too', async () => {
  const { field, called } = await open();
  await userEvent.keyboard('bake');
  await page.getByRole('option').filter({ hasText: 'Bakery' }).click();
  await expect.element(field).toHaveFocus();
  await field.fill('help');
  await page.getByRole('option').filter({ hasText: 'Help desk' }).click();
  expect(called).toEqual(['bakery@demo.example', 'help@demo.example']);
});

test('D53 DIAL-02 DIAL-03 the keys on the screen find numbers, and backspace finds more', async () => {
  const { field } = await open();
  for (const key of ['0', '8', '9']) await page.getByRole('button', { name: key, exact: true }).click();
  expect(names()).toEqual([]);
  await page.getByRole('button', { name: 'Delete last character' }).click();
  await expect.element(field).toHaveValue('08');
  await expect.poll(names).toEqual(['Weather']);
});

test('D53 one press on a face calls; only favourites have a face', async () => {
  const { called } = await open();
  const faces = page.getByRole('region', { name: 'Favourites' }).getByRole('button');
  expect(faces.elements()).toHaveLength(1);
  await faces.click();
  expect(called).toEqual(['bobby@demo.example']);
});

test('D53 WCAG 4.1.3 the number of matches is announced when the user pauses', async () => {
  await open();
  await userEvent.keyboard('ber');
  await expect.element(page.getByText('2 results')).toBeInTheDocument();
});

test('D53 DIAL-12 DIAL-14 without a connection Enter keeps the text and says why not', async () => {
  const { field, called } = await open({ canCall: false });
  await userEvent.keyboard('bobby{Enter}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('You cannot make calls when you are not in contact with the server.');
  await expect.element(field).toHaveValue('bobby');
  expect(called).toEqual([]);
});

test.each([
  [740, 360],
  [320, 256],
] as const)('WCAG 1.4.10 at %i × %i field and call button are visible together', async (width, height) => {
  await page.viewport(width, height);
  const { field } = await open();
  scrollTo(0, 0);
  const button = page.getByRole('button', { name: 'Call', exact: true }).element().getBoundingClientRect();
  // In the app, the content above the dial page is 64 px high.
  expect(button.bottom + 64).toBeLessThanOrEqual(height);
  expect(button.top).toBeGreaterThanOrEqual(field.element().getBoundingClientRect().bottom);
});

test('D67 people found by typing have their pictures, in one request for all the letters typed', async () => {
  const imageUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const { api } = await open({
    answers: {
      getNames: async (_token, addresses) => ({
        ok: true,
        value: addresses.map((address) => ({ address, name: 'A colleague', imageUrl })),
      }),
    },
  });
  await userEvent.keyboard('anna berg');
  const picture = () => page.getByRole('option').element().querySelector('img')?.getAttribute('src');
  await expect.poll(picture).toBe(imageUrl);
  const asked = api.calls.filter((call) => call.startsWith('getNames') && call.includes('anna'));
  expect(asked).toHaveLength(1);
});
