import type { CallClient, ClientState, TransferOrder } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { createStore } from '../../../client/store/store.ts';
import { addPageTexts } from '../../../i18n/page-texts.ts';
import { addLaterTexts } from '../../../i18n/parts/later-texts.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { inCall } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { contact } from '../../../testing/fake-people-api.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { TransferDialog } from './TransferDialog.tsx';

const i18n = await createWholeI18n('en');
await Promise.all([addLaterTexts(i18n), addPageTexts(i18n)]);

const contacts = [
  contact({ id: '1', fname: 'Carol', sname: 'Claesson', sipaddress: 'carol@demo.example' }),
  contact({ id: '2', fname: 'Carla', sname: 'Ek', sipaddress: 'carla@demo.example' }),
  contact({ id: '3', fname: 'Kim', sname: 'Ek', sipaddress: 'kim1@demo.example' }),
  contact({ id: '4', fname: 'Kim', sname: 'Ek', sipaddress: 'kim2@demo.example' }),
];

type Directory = NonNullable<Parameters<typeof createStaticClient>[2]['directory']>;
const directory: Directory = {
  phase: 'ready',
  value: { entries: [{ id: 1, name: 'Tax office', phone: 'tax1@demo.example' }], types: [], categories: [] },
};

/** The dialog, in which `typed` was typed, and what was ordered. */
async function open(how: 'ask' | 'inviteThird', typed: string, isLoading = false) {
  const calls = inCall({ takesTransfers: true });
  const state: ClientState = {
    ...calls,
    ...(calls.settings && { settings: { ...calls.settings, mayTransfer: true, threePeople: true } }),
  };
  const world = { session: alice(), client: state, brand: everything, alerts: [], remembered: {} };
  const services = createStaticServices({ ...world, hasWebRtc: true, quality: connections.good }, 'light');
  const running = createStaticClient(state, connections.good, {
    contacts: { phase: 'ready', value: contacts },
    services: { phase: 'ready', value: [] },
  });
  const orders: TransferOrder[] = [];
  const transfer = async (order: TransferOrder): Promise<void> => void orders.push(order);
  const client: CallClient = { ...running.client, intents: { ...running.client.intents, transfer } };
  const entries = createStore<Directory>(isLoading ? { phase: 'loading' } : directory);
  const people = running.people && { ...running.people, directory: entries };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider {...running} client={client} people={people}>
          <TransferDialog how={how} name="Bobby Berg" onClose={() => {}} />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  await page.getByRole('combobox').fill(typed);
  return { orders, loadDirectory: () => entries.set(directory) };
}

const count = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();

test.each(['ask', 'inviteThird'] as const)(
  'D53 D87 D102 WCAG 4.1.3 the dialog “%s” announces how many people match',
  async (how) => {
    await open(how, 'car');
    await count('2 results');
    expect(page.getByText('2 results').element().closest('output')).not.toBeNull();
    await page.getByRole('combobox').fill('caro');
    await count('1 result');
    await page.getByRole('combobox').fill('zzz');
    await count('0 results');
  },
);

const option = (name: string) => page.getByRole('option').filter({ hasText: name }).first();

test.each([
  ['ask', 'car', 'Carla Ek', 'carla@demo.example'],
  ['ask', 'caro', 'Carol Claesson', 'carol@demo.example'],
  ['inviteThird', 'claesson', 'Carol Claesson', 'carol@demo.example'],
  ['inviteThird', 'Kim Ek', 'Kim Ek', 'kim1@demo.example'],
] as const)(
  'D53 D87 D102 DIAL-15 in the dialog “%s” Enter after %j calls no letters: it marks %s, and another Enter chooses that person',
  async (how, typed, name, target) => {
    const { orders } = await open(how, typed);
    const first = option(name);
    await expect.element(first).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(first).toHaveAttribute('aria-selected', 'true');
    const field = page.getByRole('combobox');
    await expect.element(field).toHaveAttribute('aria-activedescendant', first.element().id);
    expect(orders).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => orders).toEqual([{ do: how, target }]);
  },
);

test.each([
  ['Carol Claesson', 'carol@demo.example'],
  ['carol', 'carol'],
  ['caro@demo.example', 'caro@demo.example'],
  ['0812', '0812'],
  ['erik', 'erik'],
])('D53 D87 DIAL-15 Enter after %j calls %s', async (typed, target) => {
  const { orders } = await open('ask', typed);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => orders).toEqual([{ do: 'ask', target }]);
});

test('D53 D87 the button of the dialog marks the first match, too, also after Escape has closed the list', async () => {
  const { orders } = await open('ask', 'car');
  await expect.element(option('Carla Ek')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('option').all()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click();
  await expect
    .element(page.getByRole('option', { selected: true }).filter({ hasText: 'Carla Ek' }))
    .toBeVisible();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  expect(orders).toEqual([]);
});

test('D53 D87 a name that is entered while the directory is loaded is looked for there before it is called', async () => {
  const { orders, loadDirectory } = await open('ask', 'Tax office', true);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Loading…')).toBeVisible();
  expect(orders).toEqual([]);
  loadDirectory();
  await expect.poll(() => orders).toEqual([{ do: 'ask', target: 'tax1@demo.example' }]);
});
