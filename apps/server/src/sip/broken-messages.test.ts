import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { ScriptedPhone } from './testing/scripted-phone.ts';
import { createTestBed, settle, type TestBed } from './testing/test-bed.ts';

let bed: TestBed;
let alice: ScriptedPhone;
let bobby: ScriptedPhone;

beforeEach(async () => {
  bed = createTestBed(createFakeClock());
  alice = await bed.registered('alice');
  bobby = await bed.registered('bobby');
});

const message = (to: string, ...more: string[]): string =>
  [
    'MESSAGE sip:bobby@demo.example SIP/2.0',
    'Via: SIP/2.0/WS alicephone.invalid;branch=z9hG4bK1',
    'Max-Forwards: 70',
    'From: <sip:carol@demo.example>;tag=1',
    `To: <sip:bobby@demo.example>${to}`,
    'Call-ID: 1',
    'CSeq: 1 MESSAGE',
    ...more,
    '',
    '',
  ].join('\r\n');

test.each([
  ['an empty To tag', message(';tag')],
  ['an empty To tag and Route', message(';tag', 'Route: <sip:demo.example;lr>')],
  ['a header line without colon', message('', 'Subject')],
  ['a space in a header name', message('', 'Sub ject: a')],
  ['a bare CR', message('', 'Subject: a\rb')],
  ['NUL and BEL in a value', message('', 'Subject: a\0b\u0007')],
  ['301 header values', message('', `Contact: ${'<sip:a@a.invalid>,'.repeat(300)}<sip:a@a.invalid>`)],
  ['an IPv6 address of two groups in its Request-URI', message('').replace('demo.example SIP', '[1:2] SIP')],
])('RFC 3261 §21.4.1 a MESSAGE with %s is answered with 400 and not forwarded', async (_what, text) => {
  alice.sendText(text);
  await settle();
  expect(alice.statuses('MESSAGE')).toEqual([400]);
  expect(bobby.heard).toEqual([]);
  expect(alice.closings).toEqual([]);
});

test('RFC 3261 §25.1 a response with an empty To tag is not forwarded', async () => {
  alice.request('INVITE', 'bobby@demo.example');
  await settle();
  const [invite = expect.fail('no INVITE arrived')] = bobby.requests('INVITE');
  const lines = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap((name) =>
    invite.headers
      .filter((field) => field.name === name)
      .map(({ value }) => `${name}: ${value}${name === 'To' ? ';tag=' : ''}`),
  );
  const start = alice.heard.length;
  bobby.sendText(['SIP/2.0 180 Ringing', ...lines, '', ''].join('\r\n'));
  await settle();
  expect(alice.heard.slice(start)).toEqual([]);
});
