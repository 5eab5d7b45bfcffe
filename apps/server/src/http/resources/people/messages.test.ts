import { messageListAnswerSchema } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMessageStore } from '../../../mailbox/message-store.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let server: TestApp;
let alice: Visitor;
let bobby: Visitor;
let store: ReturnType<typeof createMessageStore>;

beforeEach(async () => {
  server = await createTestApp();
  alice = await signIn(server, 'alice');
  bobby = await signIn(server, 'bobby');
  store = createMessageStore(server.repositories, server.context.changes);
});
afterEach(() => server.close());

async function leave(text: string, at: number, name: string | undefined = 'Alice Demo'): Promise<void> {
  const id = await store.open({
    callee: 'bobby@demo.example',
    caller: { address: 'alice@demo.example', name },
    at,
  });
  await store.update(id, text);
  await store.close(id);
}
const list = async (visitor: Visitor) =>
  messageListAnswerSchema.parse((await visitor.get('messages')).json());

test('API-22 MSG-01 MSG-09 A-097 messages come newest first, each with its caller, text and time', async () => {
  await leave('first', 1000);
  await leave('second', 2000);
  expect(await list(bobby)).toEqual([
    {
      messageNumber: 2,
      fromDisplayName: 'Alice Demo',
      fromSipaddress: 'alice@demo.example',
      read: false,
      text: 'second',
      timestamp: 2000,
    },
    expect.objectContaining({ messageNumber: 1, text: 'first' }),
  ]);
  expect(await list(alice)).toEqual([]);
});

test('MSG-02 A-066 a missing name or text is null, not an empty text', async () => {
  const id = await store.open({
    callee: 'bobby@demo.example',
    caller: { address: 'x@demo.example', name: undefined },
    at: 1,
  });
  await store.update(id, 'typed');
  await store.update(id, '');
  await store.close(id);
  expect((await bobby.get('messages')).json()).toMatchObject([{ fromDisplayName: null, text: null }]);
});

test('A-066 a message is not shown while it is being written, and survives a crash', async () => {
  const id = await store.open({
    callee: 'bobby@demo.example',
    caller: { address: 'x@demo.example', name: 'X' },
    at: 1,
  });
  await store.update(id, 'half a sen');
  expect(await list(bobby)).toEqual([]);
  expect((await bobby.delete('messages/1')).statusCode).toBe(404);
  expect(await server.repositories.messages.closeAll()).toBe(1);
  expect(await list(bobby)).toMatchObject([{ text: 'half a sen' }]);
});

test('API-23 MSG-05 a message can be marked as read', async () => {
  await leave('hello', 1);
  expect((await bobby.put('messages/1/markAsRead')).json()).toEqual({ status: 'OK' });
  expect((await bobby.put('messages/1/markAsRead')).statusCode).toBe(200);
  expect(await list(bobby)).toMatchObject([{ read: true }]);
});

test('API-24 A-013 a deleted message is gone, and its number is not used again', async () => {
  await leave('one', 1);
  const answer = await bobby.delete('messages/1');
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  expect((await bobby.delete('messages/1')).statusCode).toBe(404);
  await leave('two', 2);
  expect(await list(bobby)).toMatchObject([{ messageNumber: 2 }]);
});

test('API-25 MSG-06 deleting the read messages leaves the unread', async () => {
  for (const [index, text] of ['one', 'two', 'three'].entries()) await leave(text, index);
  await bobby.put('messages/1/markAsRead');
  await bobby.put('messages/3/markAsRead');
  const answer = await bobby.post('messages/deleteReadMessages');
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  expect(await list(bobby)).toMatchObject([{ text: 'two' }]);
});

test.each(['0', '-1', '1e3', '99999999999999999999', 'x', '%00', '1%20'])(
  'a message %s does not exist, and one of another account is not found either',
  async (number) => {
    await leave('private', 1);
    for (const answer of [
      await bobby.put(`messages/${number}/markAsRead`),
      await bobby.delete(`messages/${number}`),
      await alice.put('messages/1/markAsRead'),
      await alice.delete('messages/1'),
    ])
      expect(answer.statusCode).toBe(404);
    expect(await list(bobby)).toHaveLength(1);
  },
);

async function setForBobby(key: string, value: string): Promise<void> {
  await server.app.inject({
    method: 'POST',
    url: `/userApi/user/api/user/webSettings/${key}`,
    query: { securityToken: bobby.securityToken },
    headers: { 'content-type': 'text/plain' },
    payload: value,
  });
}

test('A-066 a mailbox answers only for an account that has turned it on', async () => {
  expect(await store.findMailbox('bobby@demo.example')).toBeUndefined();
  await setForBobby('AM_ENABLED', '1');
  await setForBobby('AM_MESSAGE', 'I am out.');
  expect(await store.findMailbox('Bobby@demo.example')).toMatchObject({
    name: 'Bobby Demo',
    greeting: 'I am out.',
  });
  expect(await store.findMailbox('echo@demo.example')).toBeUndefined();
  expect(await store.findMailbox('nobody@demo.example')).toBeUndefined();
});

test('A-066 a full mailbox answers no call until a message has been read', async () => {
  await setForBobby('AM_ENABLED', '1');
  // A mailbox for two messages, because storing the usual two thousand would take long.
  const { messages } = server.repositories;
  const small: typeof messages = { ...messages, isFull: (account) => messages.isFull(account, 2) };
  const smallStore = createMessageStore({ ...server.repositories, messages: small }, server.context.changes);
  const answers = async () => (await smallStore.findMailbox('bobby@demo.example')) !== undefined;
  await leave('first', 1);
  expect(await answers()).toBe(true);
  await leave('second', 2);
  expect(await answers()).toBe(false);
  await bobby.put('messages/1/markAsRead');
  expect(await answers()).toBe(true);
});
