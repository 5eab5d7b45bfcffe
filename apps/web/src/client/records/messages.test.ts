import { expect, test } from 'vitest';
import { alice } from '../../testing/alice.ts';
import { createFakeMessagesApi, message } from '../../testing/records.ts';
import type { MessagesApi } from '../ports/messages-api.ts';
import type { SessionState } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import { createMessages } from './messages.ts';

const someone = (token: string): SessionState => {
  const { user, ...rest } = alice();
  return { ...rest, user: { ...user, securityToken: token } };
};

function open(api: MessagesApi, session: SessionState = someone('a')) {
  const state = createStore<SessionState>(session);
  const warnings: string[] = [];
  const messages = createMessages({
    api,
    session: { state },
    log: { warn: (text) => void warnings.push(text) },
  });
  const numbers = () => {
    const list = messages.list.get();
    return list.phase === 'ready' ? list.value.map(({ messageNumber }) => messageNumber) : list.phase;
  };
  return { messages, state, numbers, warnings };
}

/** Lets all available answers be processed. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test('A-067 messages are loaded after the login, and NAV-04 the unread ones are counted', async () => {
  const api = createFakeMessagesApi([
    message({ messageNumber: 2 }),
    message({ messageNumber: 1, read: true }),
  ]);
  const { messages, state, numbers } = open(api, { phase: 'signedOut' });
  await settled();
  expect(api.calls).toEqual([]);
  state.set(someone('a'));
  await settled();
  expect([numbers(), messages.unread.get()]).toEqual([[2, 1], 1]);
  state.set({ phase: 'signedOut' });
  expect([numbers(), messages.unread.get()]).toEqual(['loading', 0]);
});

test('with messages off none are requested', async () => {
  const api = createFakeMessagesApi();
  const person = alice();
  open(api, { ...person, features: { ...person.features, messages: false } });
  await settled();
  expect(api.calls).toEqual([]);
});

test('MSG-05 a viewed message is marked as read immediately, here and on the server', async () => {
  const api = createFakeMessagesApi([message({ messageNumber: 1 })]);
  const { messages } = open(api);
  await settled();
  await messages.markAsRead(1);
  expect(messages.unread.get()).toBe(0);
  expect(api.calls).toEqual(['listMessages', 'markAsRead 1']);
});

test('MSG-07 MSG-06 the list is loaded again after a delete, before the caller continues', async () => {
  const api = createFakeMessagesApi([
    message({ messageNumber: 3 }),
    message({ messageNumber: 2, read: true }),
    message({ messageNumber: 1, read: true }),
  ]);
  const { messages, numbers } = open(api);
  await settled();
  await messages.deleteMessage(2);
  expect(numbers()).toEqual([3, 1]);
  await messages.deleteRead();
  expect(numbers()).toEqual([3]);
  expect(api.calls).toEqual([
    'listMessages',
    'deleteMessage 2',
    'listMessages',
    'deleteReadMessages',
    'listMessages',
  ]);
});

test('loaded data stays when the server fails later; without data the state is failed', async () => {
  let isDown = true;
  const good = createFakeMessagesApi([message({ messageNumber: 1 })]);
  const api: MessagesApi = {
    ...good,
    listMessages: async (token) => (isDown ? { ok: false, status: 500 } : good.listMessages(token)),
  };
  const { messages, numbers, warnings } = open(api);
  await settled();
  expect([numbers(), warnings]).toEqual(['failed', ['messages_not_loaded']]);
  isDown = false;
  await messages.load();
  isDown = true;
  await messages.load();
  expect(numbers()).toEqual([1]);
});

test('an answer for a user who has left is not shown to the next', async () => {
  const good = createFakeMessagesApi([message({ messageNumber: 1 })]);
  const answers: (() => void)[] = [];
  const api: MessagesApi = {
    ...good,
    listMessages: (token) =>
      new Promise((resolve) => {
        answers.push(() => void good.listMessages(token).then(resolve));
      }),
  };
  const { state, numbers } = open(api);
  state.set({ phase: 'signedOut' });
  state.set(someone('b'));
  answers[0]?.();
  await settled();
  expect(numbers()).toBe('loading');
});
