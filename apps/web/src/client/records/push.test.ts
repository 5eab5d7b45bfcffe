import { expect, test } from 'vitest';
import { alice } from '../../testing/alice.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { type Change, followChanges, type PushListener } from './push.ts';

function someone(hasEvents: boolean, token = 'a'): SignedIn {
  const { user, ...rest } = alice();
  const capabilities = hasEvents ? [{ key: 'SYS_EVENTS', value: 'true' }] : [];
  return { ...rest, user: { ...user, securityToken: token, capabilities } };
}

const ignore = (): void => undefined;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function open(initial: SessionState) {
  const state = createStore(initial);
  const reacted: Change[] = [];
  const lines: { token: string; listener: PushListener; isOpen: boolean }[] = [];
  let minute = (): void => undefined;
  followChanges({
    push: {
      open(_account, token, listener) {
        const line = { token, listener, isOpen: true };
        lines.push(line);
        return () => {
          line.isOpen = false;
        };
      },
    },
    session: { state },
    onMinute: (listener) => {
      minute = listener;
    },
    untilShown: () => Promise.resolve(),
    reactions: {
      messages: () => void reacted.push('messages'),
      history: () => void reacted.push('history'),
      contacts: () => void reacted.push('contacts'),
      settings: () => void reacted.push('settings'),
      profile: () => void reacted.push('profile'),
    },
  });
  const reactions = () => reacted.splice(0);
  await settled();
  return { state, lines, minute: () => minute(), reactions };
}

test('each change is passed on, and everything is loaded again when the stream opens', async () => {
  const { lines, reactions } = await open(someone(true));
  lines[0]?.listener.onOpened();
  expect(reactions()).toEqual(['messages', 'history', 'contacts', 'settings', 'profile']);
  lines[0]?.listener.onChange('history');
  expect(reactions()).toEqual(['history']);
});

test('A-067 without an event stream messages are polled each minute', async () => {
  const without = await open(someone(false));
  without.minute();
  expect([without.lines, without.reactions()]).toEqual([[], ['messages']]);
  const { lines, minute, reactions } = await open(someone(true));
  minute();
  expect(reactions()).toEqual(['messages']);
  lines[0]?.listener.onOpened();
  reactions();
  minute();
  expect(reactions()).toEqual([]);
  lines[0]?.listener.onLost();
  minute();
  expect(reactions()).toEqual(['messages']);
});

test('A-011 a request each hour keeps the session alive when another tab has the event stream', async () => {
  const { lines, minute, reactions } = await open(someone(true));
  lines[0]?.listener.onOpened();
  reactions();
  for (let minutes = 1; minutes < 60; minutes++) minute();
  expect(reactions()).toEqual([]);
  minute();
  expect(reactions()).toEqual(['settings']);
});

test('the stream closes at the logout, and the next user gets their own', async () => {
  const { state, lines } = await open(someone(true));
  state.set(someone(true));
  expect(lines).toHaveLength(1);
  state.set({ phase: 'signingOut', was: someone(true) });
  expect(lines.map(({ isOpen }) => isOpen)).toEqual([false]);
  state.set({ phase: 'signedOut' });
  state.set(someone(true, 'b'));
  await settled();
  expect(lines.map(({ token, isOpen }) => [token, isOpen])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('no stream opens for a user who left before the page was shown', async () => {
  const state = createStore<SessionState>(someone(true));
  let opened = 0;
  let show = (): void => undefined;
  followChanges({
    push: {
      open() {
        opened += 1;
        return () => undefined;
      },
    },
    session: { state },
    onMinute: () => undefined,
    untilShown: () => new Promise((resolve) => (show = resolve)),
    reactions: { messages: ignore, history: ignore, contacts: ignore, settings: ignore, profile: ignore },
  });
  state.set({ phase: 'signedOut' });
  show();
  await settled();
  expect(opened).toBe(0);
});
