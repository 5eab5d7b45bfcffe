import type { SipMessage, SipRequest } from '@samtal/sip';
import { createResponse, header, headers, parseMessage, serialize } from '@samtal/sip';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { SipDirectory } from '../sip/sip-directory.ts';
import { createSipServer } from '../sip/sip-server.ts';
import type { Connect, TextSocket } from './ports.ts';
import { startParties } from './start-parties.ts';

const domain = 'demo.example';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const names = ['echo', 'alice'];
const directory: SipDirectory = {
  findCredentials: async (username) =>
    names.includes(username)
      ? { username, addresses: [`${username}@${domain}`], sipPassword: `${username}-secret` }
      : undefined,
  isKnownAddress: async (address) => names.includes(address.split('@')[0] ?? ''),
};
/** Lets everything run that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('D28 the echo party registers with the embedded SIP server, and a caller gets its text back', async () => {
  const clock = createFakeClock();
  const server = createSipServer({ domain, directory, clock, log: silent, missed: () => undefined });
  const connect: Connect = (_uri, handlers) => {
    const flow = server.accept({
      remoteAddress: '192.0.2.1',
      send: (text) => handlers.received(text),
      close: () => handlers.closed('by the server'),
      terminate: () => handlers.closed('by the server'),
    });
    queueMicrotask(() => handlers.opened());
    const close = (): void => {
      flow.closed();
      handlers.closed('by the client');
    };
    return { send: (text) => flow.receive(text), close };
  };
  const shared = { sipUri: 'ws://127.0.0.1/sip', domain, clock, log: silent };
  const parties = startParties({
    ...shared,
    accounts: [{ username: 'echo', password: 'echo-secret', party: 'echo' }],
    connect,
  });

  // The caller has its registration kept by the same code, and speaks for itself otherwise.
  const heard: SipMessage[] = [];
  let socketOfAlice: TextSocket | undefined;
  const alice = startParties({
    ...shared,
    accounts: [{ username: 'alice', password: 'alice-secret', party: 'echo' }],
    connect: (uri, handlers) => {
      socketOfAlice = connect(uri, {
        ...handlers,
        received: (text) => {
          const result = parseMessage(text);
          if (!result.ok) expect.fail(result.reason);
          else if (header(result.message, 'CSeq')?.endsWith('REGISTER')) handlers.received(text);
          else heard.push(result.message);
        },
      });
      return socketOfAlice;
    },
  });
  await Promise.all([parties.ready, alice.ready]);
  expect(server.counters()).toMatchObject({ flows: 2, bindings: 2 });

  const hear = async (): Promise<SipMessage[]> => {
    await settle();
    return heard.splice(0);
  };
  const speak = (message: SipMessage): void => socketOfAlice?.send(serialize(message));
  const from = { name: 'From', value: '<sip:alice@demo.example>;tag=a' };
  const request = (method: string, number: number, more: Partial<SipRequest> = {}): SipRequest => ({
    kind: 'request',
    method,
    uri: 'sip:echo@demo.example',
    body: '',
    ...more,
    headers: [
      { name: 'Via', value: `SIP/2.0/WS a.invalid;branch=z9hG4bK${number}${method}` },
      { name: 'Max-Forwards', value: '70' },
      from,
      { name: 'Call-ID', value: 'call' },
      { name: 'CSeq', value: `${number} ${method}` },
      ...(more.headers ?? []),
    ],
  });
  const to = { name: 'To', value: '<sip:echo@demo.example>' };
  const contact = { name: 'Contact', value: '<sip:alice@a.invalid;transport=ws>' };
  const sdp = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=rtt:sip-message\r\nm=audio 9 RTP/AVP 0\r\n';
  speak(
    request('INVITE', 1, {
      headers: [to, contact, { name: 'Content-Type', value: 'application/sdp' }],
      body: sdp,
    }),
  );
  const ok = (await hear()).find((message) => message.kind === 'response' && message.status === 200);
  if (ok === undefined) throw new Error('not answered');
  expect(ok.body).toContain('a=rtt:sip-message\r\nm=audio 0 RTP/AVP 0');
  const inDialog = [
    { name: 'To', value: header(ok, 'To') ?? '' },
    ...headers(ok, 'Record-Route')
      .toReversed()
      .map((value) => ({ name: 'Route', value })),
  ];
  const uri = /<([^>]*)>/.exec(header(ok, 'Contact') ?? '')?.[1] ?? '';
  speak(request('ACK', 1, { uri, headers: inDialog }));
  const [greeting] = await hear();
  if (greeting?.kind !== 'request') throw new Error('no greeting');
  expect(greeting.body).toContain('echo service');
  speak(createResponse(greeting, 200));

  const type = { name: 'Content-Type', value: 'text/plain;charset=UTF-8' };
  const text = 'hej\b👋\u2028';
  speak(request('MESSAGE', 2, { uri, headers: [...inDialog, type], body: text }));
  const answers = await hear();
  const told = new Set(
    answers.map((message) => (message.kind === 'request' ? message.body : message.status)),
  );
  expect(told).toEqual(new Set([200, text]));

  await parties.close();
  // The server says it once more, because the connection goes before the first BYE is answered.
  const farewell = new Set((await hear()).map((message) => message.kind === 'request' && message.method));
  expect(farewell).toEqual(new Set(['BYE']));
  await alice.close();
  server.shutDown();
  expect(server.counters()).toMatchObject({ flows: 0, bindings: 0, dialogs: 0 });
});
