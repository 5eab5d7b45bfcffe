import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { connectWebSocket } from './websocket-connection.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function listen(): Promise<{ uri: string; server: WebSocketServer }> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  cleanUps.push(() => server.close());
  await once(server, 'listening');
  return { server, uri: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/sip` };
}

/** Connects and records the events in order. */
function connect(uri: string) {
  const happened: string[] = [];
  const waiting: (() => void)[] = [];
  const note = (what: string): void => {
    happened.push(what);
    for (const go of waiting.splice(0)) go();
  };
  const socket = connectWebSocket(uri, {
    opened: () => note('opened'),
    received: (text) => note(text),
    closed: (reason) => note(`closed: ${reason}`),
  });
  const next = async (): Promise<string> => {
    while (happened.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return happened.shift() ?? '';
  };
  return { socket, next };
}

test('RFC 7118 the connection uses the subprotocol sip and carries texts both ways until closed', async () => {
  const { server, uri } = await listen();
  const accepted = once(server, 'connection');
  const { socket, next } = connect(uri);
  socket.send('too early');
  const [peer] = (await accepted) as [WebSocket];
  expect([await next(), peer.protocol]).toEqual(['opened', 'sip']);
  const heard = once(peer, 'message');
  socket.send('hej 👋\u2028');
  expect(String((await heard)[0])).toBe('hej 👋\u2028');
  peer.send('text');
  peer.send(Buffer.from('bytes'));
  expect([await next(), await next()]).toEqual(['text', 'bytes']);
  socket.close();
  expect(await next()).toBe('closed: code 1005');
  socket.send('too late');
});

test('a message over 64 KiB ends the connection', async () => {
  const { server, uri } = await listen();
  server.on('connection', (peer) => {
    peer.on('error', () => undefined);
    peer.send('x'.repeat(64 * 1024 + 1));
  });
  const { next } = connect(uri);
  expect(await next()).toBe('opened');
  expect(await next()).toMatch(/^closed: Max payload size exceeded/);
});

test('an unreachable server reports a closed connection once', async () => {
  const { server, uri } = await listen();
  await new Promise((resolve) => server.close(resolve));
  const { next, socket } = connect(uri);
  expect(await next()).toMatch(/^closed: .*ECONNREFUSED/);
  socket.close();
});
