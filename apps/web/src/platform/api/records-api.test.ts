import { expect, test } from 'vitest';
import { call, message } from '../../testing/records.ts';
import { createApiRequest } from './api-request.ts';
import { createHistoryApi } from './history-api.ts';
import { createMessagesApi } from './messages-api.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** Both APIs with a server that answers everything with `body`. */
function open(body: string, status = 200) {
  const asked: string[] = [];
  const keptAlive: unknown[] = [];
  const request = createApiRequest({
    server: 'https://calls.example',
    log,
    async fetch(address, { method = 'GET', body: sent, keepalive } = {}) {
      const { pathname, search } = new URL(typeof address === 'string' ? address : '');
      const path = pathname.replace('/userApi/user/api/', '');
      asked.push([method, `${path}${search}`, ...(typeof sent === 'string' ? [sent] : [])].join(' '));
      keptAlive.push(keepalive);
      return new Response(body, { status });
    },
  });
  return { asked, keptAlive, messages: createMessagesApi(request), history: createHistoryApi(request) };
}

test('API-22 API-23 API-24 API-25 messages are read and changed over HTTP', async () => {
  const left = [message({ messageNumber: 7 })];
  const { messages, asked } = open(JSON.stringify(left));
  expect(await messages.listMessages('a&b')).toEqual({ ok: true, value: left });
  await messages.markAsRead('t', 7);
  await messages.deleteMessage('t', 7);
  await messages.deleteReadMessages('t');
  expect(asked).toEqual([
    'GET messages?securityToken=a%26b',
    'PUT messages/7/markAsRead?securityToken=t',
    'DELETE messages/7?securityToken=t',
    'POST messages/deleteReadMessages?securityToken=t',
  ]);
});

test('D14 the history is read and changed over HTTP', async () => {
  const record = call({ id: 'one' });
  const { transcript: _whole, ...entry } = record;
  const page = { entries: [entry], next: '17.one' };
  const { history, asked } = open(JSON.stringify(page));
  expect(await history.listHistory('t', { limit: 50, isMissedOnly: false })).toEqual({
    ok: true,
    value: page,
  });
  await history.listHistory('t', { before: '17.one', limit: 200, isMissedOnly: true });
  await history.deleteHistory('t', 'a/b');
  await history.clearHistory('t');
  await history.addHistory('t', record);
  expect(asked).toEqual([
    'GET history?securityToken=t&limit=50',
    'GET history?securityToken=t&before=17.one&limit=200&missed=true',
    'DELETE history/a%2Fb?securityToken=t',
    'DELETE history?securityToken=t',
    `POST history?securityToken=t ${JSON.stringify(record)}`,
  ]);
  const found = open(JSON.stringify(record));
  expect(await found.history.findHistory('t', 'one')).toEqual({ ok: true, value: record });
});

test('ERR-08 a delete answered with 200 and no JSON has succeeded; one with 500 has not', async () => {
  const { messages, history } = open('OK, deleted.');
  const deleted = [
    messages.deleteMessage('t', 1),
    messages.deleteReadMessages('t'),
    history.deleteHistory('t', 'a'),
    history.clearHistory('t'),
  ];
  for (const result of await Promise.all(deleted)) expect(result).toEqual({ ok: true, value: undefined });
  expect(await open('OK', 500).messages.deleteMessage('t', 1)).toEqual({ ok: false, status: 500 });
  expect(await messages.listMessages('t')).toEqual({ ok: false, status: 200 });
});

test('a call is recorded even while its page closes, as far as browsers allow it', async () => {
  const { history, keptAlive } = open('');
  await history.addHistory('t', call({ id: 'short' }));
  await history.addHistory('t', call({ id: 'long', receivedText: 'x'.repeat(50_000) }));
  expect(keptAlive).toEqual([true, false]);
});
