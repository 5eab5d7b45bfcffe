import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkAsProxy, checkAsRegistrar, checkAsUserAgent } from './element-checks.ts';
import type { SipMessage } from './message.ts';
import { withHeader } from './message.ts';
import { parseMessage, serialize } from './parse.ts';
import { serverKey } from './transactions/key.ts';
import { addressOfRecord, parseUri } from './uri.ts';
import { parseVia } from './via.ts';

const folder = fileURLToPath(new URL('testdata/rfc4475/', import.meta.url));
const abilities = {
  methods: ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS'],
  extensions: [],
  contentTypes: ['application/sdp'],
};

/** The text of a message as it arrives in a frame: decoded as UTF-8, or byte by byte if it is not UTF-8. */
function read(name: string): string {
  const bytes = readFileSync(`${folder}${name}.dat`);
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** What the parser or an element must do with the message; a number is the status of the refusal. */
type Outcome =
  | 'accept'
  | number
  | { proxy: number }
  | { userAgent: number }
  | { registrar: number }
  | 'discard';

/** RFC 4475, one line for each of its 49 messages: section, name, outcome. */
const messages: [section: string, name: string, outcome: Outcome][] = [
  ['3.1.1.1', 'wsinv', 'accept'],
  ['3.1.1.2', 'intmeth', 'accept'],
  ['3.1.1.3', 'esc01', 'accept'],
  ['3.1.1.4', 'escnull', 'accept'],
  ['3.1.1.5', 'esc02', 'accept'],
  ['3.1.1.6', 'lwsdisp', 'accept'],
  ['3.1.1.7', 'longreq', 'accept'],
  ['3.1.1.8', 'dblreq', 'accept'],
  ['3.1.1.9', 'semiuri', 'accept'],
  ['3.1.1.10', 'transports', 'accept'],
  ['3.1.1.11', 'mpart01', 'accept'],
  ['3.1.1.12', 'unreason', 'accept'],
  ['3.1.1.13', 'noreason', 'accept'],
  ['3.1.2.1', 'badinv01', 400],
  ['3.1.2.2', 'clerr', 400],
  ['3.1.2.3', 'ncl', 400],
  ['3.1.2.4', 'scalar02', 400],
  ['3.1.2.5', 'scalarlg', 'discard'],
  ['3.1.2.6', 'quotbal', 400],
  ['3.1.2.7', 'ltgtruri', 400],
  ['3.1.2.8', 'lwsruri', 400],
  ['3.1.2.9', 'lwsstart', 400],
  ['3.1.2.10', 'trws', 400],
  ['3.1.2.11', 'escruri', 400],
  ['3.1.2.12', 'baddate', 400],
  ['3.1.2.13', 'regbadct', 400],
  ['3.1.2.14', 'badaspec', 400],
  ['3.1.2.15', 'baddn', 400],
  ['3.1.2.16', 'badvers', 505],
  ['3.1.2.17', 'mismatch01', 400],
  ['3.1.2.18', 'mismatch02', 400],
  ['3.1.2.19', 'bigcode', 'discard'],
  ['3.2.1', 'badbranch', 'accept'],
  ['3.3.1', 'insuf', 400],
  ['3.3.2', 'unkscm', { proxy: 416 }],
  ['3.3.3', 'novelsc', { proxy: 416 }],
  ['3.3.4', 'unksm2', { registrar: 400 }],
  ['3.3.5', 'bext01', { userAgent: 420 }],
  ['3.3.6', 'invut', { userAgent: 415 }],
  ['3.3.7', 'regaut01', 'accept'],
  ['3.3.8', 'multi01', 400],
  ['3.3.9', 'mcl01', 400],
  ['3.3.10', 'bcast', 'accept'],
  ['3.3.11', 'zeromf', { proxy: 483 }],
  ['3.3.12', 'cparam01', 'accept'],
  ['3.3.13', 'cparam02', 'accept'],
  ['3.3.14', 'regescrt', 'accept'],
  ['3.3.15', 'sdp01', { userAgent: 406 }],
  ['3.4.1', 'inv2543', 'accept'],
];

test('the table has every message of RFC 4475 once', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.dat'));
  expect(messages.map(([, name]) => `${name}.dat`).toSorted()).toEqual(files.toSorted());
  expect(messages).toHaveLength(49);
});

test.each(messages)('D6 RFC 4475 §%s the outcome of %s is %j', (_section, name, outcome) => {
  const result = parseMessage(read(name));
  if (outcome === 'discard') {
    // A response cannot be answered.
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.partial).toBeUndefined();
    return;
  }
  if (typeof outcome === 'number') {
    expect(result).toMatchObject({ ok: false, status: outcome });
    return;
  }
  expect(result).toMatchObject({ ok: true });
  if (!result.ok) return;
  const { message } = result;
  expect(parseMessage(serialize(message))).toEqual(result);
  if (outcome === 'accept' || message.kind === 'response') return;
  if ('proxy' in outcome) expect(checkAsProxy(message)?.status).toBe(outcome.proxy);
  if ('registrar' in outcome) expect(checkAsRegistrar(message)?.status).toBe(outcome.registrar);
  if ('userAgent' in outcome) expect(checkAsUserAgent(message, abilities)?.status).toBe(outcome.userAgent);
});

function parsed(name: string): SipMessage {
  const result = parseMessage(read(name));
  return result.ok ? result.message : expect.fail(`${name}: ${result.reason}`);
}

test('valid messages are parsed with the right meaning', () => {
  const values = (name: string, field: string) =>
    parsed(name)
      .headers.filter((header) => header.name === field)
      .map(({ value }) => value);
  expect(values('wsinv', 'Via').map((value) => parseVia(value)?.sentBy)).toEqual([
    '192.0.2.2',
    'spindle.example.com',
    '192.168.255.111',
  ]);
  expect(values('wsinv', 'CSeq')).toEqual(['0009 INVITE']);
  expect(parseVia(values('wsinv', 'Via')[1] ?? '')?.params.get('branch')).toBe('z9hG4bK9ikj8');
  expect(parsed('dblreq').body).toBe('');
  expect(parsed('noreason')).toMatchObject({ status: 100, reason: '' });
  const semiuri = parsed('semiuri');
  expect(semiuri.kind === 'request' && parseUri(semiuri.uri)).toMatchObject({
    user: 'user;par=u@example.net',
    host: 'example.com',
  });
  const esc02 = parsed('esc02');
  expect(esc02.kind === 'request' && esc02.method).toBe('RE%47IST%45R');
  expect(values('escnull', 'Contact')).toHaveLength(2);
  expect(addressOfRecord(parseUri('sip:A%6cice@Demo.Example:5060;transport=ws') ?? expect.fail())).toBe(
    'alice@demo.example',
  );
});

test('RFC 4475 §3.2.1 badbranch: a branch of only the cookie identifies nothing, so the other fields do', () => {
  const message = parsed('badbranch');
  const request = message.kind === 'request' ? message : expect.fail('badbranch is a request');
  expect(serverKey(request)).toBe(serverKey(withHeader(request, 'Subject', 'another')));
  expect(serverKey(request)).not.toBe(serverKey(withHeader(request, 'Call-ID', 'another')));
});

test('RFC 4475 no message takes longer than 50 ms', () => {
  for (const [, name] of messages) {
    const text = read(name);
    // The fastest of three runs counts, so that a busy machine does not look like a slow parser.
    const durations = [1, 2, 3].map(() => {
      const start = performance.now();
      parseMessage(text);
      return performance.now() - start;
    });
    expect(Math.min(...durations), name).toBeLessThan(50);
  }
});

test('an invalid request with a transaction can be answered, and one without is dropped', () => {
  const answerable = parseMessage(read('badinv01'));
  expect(!answerable.ok && answerable.partial).toMatchObject({ method: 'INVITE' });
  const insufficient = parseMessage(read('insuf'));
  expect(!insufficient.ok && insufficient.partial).toBeUndefined();
});
