import type { CallClient, ClientState, TransferOrder } from '@samtal/call-core';
import { type ReactNode, useState } from 'react';
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
import { inCall, ofThree, perCall, withSecond } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { SecondCall } from '../second/SecondCall.tsx';
import { ThirdButtons, type ThirdUser } from './ThirdButtons.tsx';
import { ThirdNotice } from './ThirdNotice.tsx';
import { TransferDialog } from './TransferDialog.tsx';

const i18n = await createWholeI18n('en');
await Promise.all([addLaterTexts(i18n), addPageTexts(i18n)]);

/** `part` beside the text of a call in the state `first`, which becomes `next` with the user's first decision. */
async function open(part: ReactNode, first: ClientState, next: ClientState = first) {
  const state = createStore(first);
  const world = {
    session: alice(),
    client: first,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
  };
  const running = createStaticClient(first, connections.good, {
    contacts: { phase: 'ready', value: [] },
    services: { phase: 'ready', value: [] },
    directory: { phase: 'ready', value: { entries: [], types: [], categories: [] } },
  });
  const orders: TransferOrder[] = [];
  const decide = (): void => state.set(next);
  const intents = {
    ...running.client.intents,
    decline: decide,
    transfer: async (order: TransferOrder): Promise<void> => {
      orders.push(order);
      decide();
    },
  };
  const client: CallClient = { ...running.client, intents, getState: state.get, subscribe: state.subscribe };
  const { unmount } = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices({ ...world, quality: connections.good }, 'light')}>
        <ClientProvider {...running} client={client}>
          <h1 tabIndex={-1}>Bobby Berg</h1>
          <textarea aria-label="Your text" />
          {part}
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  const field = page.getByRole('textbox', { name: 'Your text' });
  (field.element() as HTMLElement).focus();
  return { field, orders, decide, unmount };
}

const calls = inCall({ takesTransfers: true });
const transferable: ClientState = {
  ...calls,
  ...(calls.settings && { settings: { ...calls.settings, mayTransfer: true, threePeople: true } }),
};
const asked: ClientState = {
  ...calls,
  transfer: {
    side: 'peer',
    phase: 'asked',
    callId: 'gallery',
    referId: 1,
    target: { address: 'carol@demo.example' },
  },
} as ClientState;
const notice = <ThirdNotice name="Bobby Berg" />;

test.each([
  [
    'Let them join',
    ofThree({ phase: 'asked', referId: 1, joins: 'x' }),
    ofThree({ phase: 'joining' } as never),
  ],
  [
    'Call carol@demo.example',
    asked,
    { ...asked, transfer: { ...asked.transfer, phase: 'calling' } } as ClientState,
  ],
])('WCAG 2.4.3 D87 D102 after "%s" the focus is where it was', async (name, first, next) => {
  const { field } = await open(notice, first, next);
  const button = page.getByRole('button', { name, exact: true });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('WCAG 2.4.3 D102 the button that invited a person goes, and the focus goes to the name of the call', async () => {
  const { decide } = await open(
    <ThirdButtons onPress={() => {}} />,
    transferable,
    ofThree({ phase: 'calling' }),
  );
  const button = page.getByRole('button', { name: 'Invite a person' });
  (button.element() as HTMLElement).focus();
  decide();
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg' })).toHaveFocus();
});

function Inviting() {
  const [how, setHow] = useState<ThirdUser>();
  return (
    <>
      <ThirdButtons onPress={setHow} />
      {how && <TransferDialog how={how} name="Bobby Berg" onClose={() => setHow(undefined)} />}
    </>
  );
}

test('WCAG 2.4.3 D102 after the dialog has invited a person the focus goes to the name of the call', async () => {
  await open(<Inviting />, transferable, ofThree({ phase: 'calling' }));
  const button = page.getByRole('button', { name: 'Invite a person' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('combobox').fill('david');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg' })).toHaveFocus();
});

test('WCAG 2.4.3 D85 after a second call is rejected with a message the focus is where it was', async () => {
  const { field } = await open(
    <SecondCall front="Bobby Berg" />,
    perCall(withSecond('rings')),
    perCall(inCall()),
  );
  const opener = page.getByRole('button', { name: 'Reject with a message' });
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  (page.getByRole('button', { name: "I can't answer now." }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(opener).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test.each([
  ['112', 'An emergency number cannot come into this call. Call it yourself.'],
  ['bobby', 'This person is in the call already. Choose another person.'],
  ['sip:Bobby@demo.example', 'This person is in the call already. Choose another person.'],
  ['alice', 'This is your own address. Choose another person.'],
  ['david', undefined],
])('D87 D102 the dialog says why %s cannot come into the call, and asks no one', async (typed, reason) => {
  for (const how of ['ask', 'inviteThird'] as const) {
    const closed: string[] = [];
    const { orders, unmount } = await open(
      <TransferDialog key={how} how={how} name="Bobby Berg" onClose={() => void closed.push(how)} />,
      transferable,
    );
    await page.getByRole('combobox').fill(typed);
    await userEvent.keyboard('{Enter}');
    if (reason === undefined) {
      await expect.poll(() => orders).toEqual([{ do: how, target: typed }]);
      expect(closed).toEqual([how]);
    } else {
      await expect.element(page.getByText(reason)).toBeVisible();
      expect([orders, closed]).toEqual([[], []]);
    }
    await unmount();
  }
});
