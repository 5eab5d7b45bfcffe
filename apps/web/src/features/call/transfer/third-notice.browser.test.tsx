import type { ClientState, TransferState } from '@samtal/call-core';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import { createStore } from '../../../client/store/store.ts';
import { addLaterTexts } from '../../../i18n/parts/later-texts.ts';
import { inCall, ofThree, transferring, withLost } from '../../../testing/call-states.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { recordLiveRegions } from '../../../ui/notices/testing/live-regions.ts';
import { WaitingCall } from '../second/WaitingCall.tsx';
import { ThirdNotice } from './ThirdNotice.tsx';

beforeAll(async () => {
  await addLaterTexts(await createWholeI18n('en'));
});

const carol = { address: 'carol@demo.example' };
const bobby = { address: 'bobby@demo.example' };
const peer = { side: 'peer', callId: 'gallery', by: bobby, target: carol, referId: 1 } as const;
const wanted = { audio: true, video: true, text: true };
const asked: TransferState = { ...peer, wanted, phase: 'asked' };
const calling: TransferState = {
  ...peer,
  wanted,
  phase: 'calling',
  newCallId: 'new',
  isRinging: true,
  isInvited: true,
};

test.each<[string, ClientState, string]>([
  ['agrees to a transfer', transferring(asked), 'Call carol@demo.example'],
  ['stays in the call', transferring(asked), 'Stay'],
  ['stops calling the target', transferring(calling), 'Cancel'],
  ['lets a third user join', ofThree({ phase: 'asked', referId: 1, joins: 'x' }), 'Let them join'],
  ['lets no third user join', ofThree({ phase: 'asked', referId: 1, joins: 'x' }), 'Do not let them join'],
  ['hides who was lost', withLost(), 'Dismiss'],
])(
  'D87 D102 a user who %s reads when the code for it cannot be loaded, and presses again',
  async (_name, state, name) => {
    const running = createStaticClient(state, { atMs: 0 } as never, {});
    const { client } = running;
    let orders = 0;
    const transfer = async (): Promise<void> => {
      orders += 1;
      if (orders === 1) throw new Error('not fetched');
    };
    await render(
      <ClientContext value={{ ...running, client: { ...client, intents: { ...client.intents, transfer } } }}>
        <ThirdNotice name="Bobby Berg" />
      </ClientContext>,
    );
    const button = page.getByRole('button', { name, exact: true });
    const words = page.getByText('This could not be loaded. Try again.');
    await button.click();
    await expect.element(words).toBeVisible();
    await button.click();
    await expect.poll(() => words.all().length).toBe(0);
    expect(orders).toBe(2);
  },
);

test.each<[string, ClientState, 'alert' | 'status', number]>([
  ['a transfer that is asked for', transferring(asked), 'alert', 2],
  ['a transfer that goes on', transferring(calling), 'status', 1],
  ['a third user', ofThree({ phase: 'asked', referId: 1, joins: 'x' }), 'alert', 2],
  ['a third user who is called', ofThree({ phase: 'calling' }), 'status', 1],
  ['a lost user', withLost(), 'status', 1],
])(
  'WCAG 4.1.3 D87 D102 screen readers announce the words about %s, without the buttons; a question is an alert',
  async (_what, state, role, count) => {
    const running = createStaticClient(state, { atMs: 0 } as never, {});
    await render(
      <ClientContext value={running}>
        <ThirdNotice name="Bobby Berg" />
      </ClientContext>,
    );
    await expect.poll(() => page.getByRole('button').all().length, { timeout: 5000 }).toBe(count);
    const region = page.getByRole(role);
    expect(region.element().textContent).toMatch(/carol/i);
    expect(region.getByRole('button').all()).toHaveLength(0);
  },
);

test.each<[string, ClientState, ClientState]>([
  ['a transfer', transferring(asked), transferring(calling)],
  [
    'a third user',
    ofThree({ phase: 'asked', referId: 1, joins: 'x' }),
    ofThree({ phase: 'joining' } as never),
  ],
])(
  'WCAG 4.1.3 D87 D102 a question about %s is whole when its alert comes, takes no focus, and what follows is no alert',
  async (_what, first, next) => {
    const state = createStore(first);
    const running = createStaticClient(first, { atMs: 0 } as never, {});
    const client = { ...running.client, getState: state.get, subscribe: state.subscribe };
    state.set(inCall());
    await render(
      <ClientContext value={{ ...running, client }}>
        <ThirdNotice name="Bobby Berg" />
        <textarea aria-label="Your text" />
      </ClientContext>,
    );
    const field = page.getByRole('textbox', { name: 'Your text' });
    await field.click();
    const told = recordLiveRegions();
    state.set(first);
    const alert = page.getByRole('alert');
    await expect.element(alert).toBeVisible();
    expect(alert.element().textContent).toMatch(/carol/i);
    expect(told).toHaveLength(1);
    await expect.element(field).toHaveFocus();
    state.set(next);
    await expect.element(alert).not.toBeInTheDocument();
    // A polite region is empty for screen readers at first, because they announce only what changes in it.
    expect(page.getByRole('status').element().firstElementChild?.ariaHidden).toBe('true');
  },
);

test.each([
  ['a transfer', transferring(asked), 'Call carol@demo.example'],
  ['a third user', ofThree({ phase: 'asked', referId: 1, joins: 'x' }), 'Let them join'],
] as const)(
  'D87 D102 A13 a shortcut leads from the text to the question about %s',
  async (_what, state, name) => {
    const running = createStaticClient(state, { atMs: 0 } as never, {});
    await render(
      <ClientContext value={running}>
        <ThirdNotice name="Bobby Berg" />
        <textarea aria-label="Your text" />
      </ClientContext>,
    );
    await page.getByRole('textbox', { name: 'Your text' }).click();
    await userEvent.keyboard('{Alt>}{Shift>}s{/Shift}{/Alt}');
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveFocus();
  },
);

test.each([
  ['ask again', { phase: 'failed', status: 408, isApart: true }],
  ['talk with both', { phase: 'failed', status: 408, isApart: false, isMet: true }],
] as const)(
  'D85 D102 the shortcut changes between two calls also beside the notice by which the user may %s',
  async (_what, three) => {
    const running = createStaticClient(ofThree(three), { atMs: 0 } as never, {});
    const { client } = running;
    let swaps = 0;
    const swapCalls = (): void => {
      swaps += 1;
    };
    await render(
      <ClientContext value={{ ...running, client: { ...client, intents: { ...client.intents, swapCalls } } }}>
        <ThirdNotice name="Bobby Berg" />
        <WaitingCall name="Carol Claesson" front="Bobby Berg" hasShortcut />
        <textarea aria-label="Your text" />
      </ClientContext>,
    );
    await page.getByRole('textbox', { name: 'Your text' }).click();
    await userEvent.keyboard('{Alt>}{Shift>}s{/Shift}{/Alt}');
    await expect.poll(() => swaps).toBe(1);
    await expect.element(page.getByRole('textbox', { name: 'Your text' })).toHaveFocus();
  },
);
