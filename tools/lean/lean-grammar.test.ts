import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { leanGrammar, startRules } from './lean-grammar.mjs';
import { leanFile, leftOut } from './lean-jssip-files.mjs';

const library = join(root, 'node_modules/jssip/lib');
const source = readFileSync(join(library, 'Grammar.js'), 'utf8');
const require = createRequire(join(library, 'Grammar.js'));

type Grammar = { parse(input: string, startRule: string): unknown };

function load(code: string): Grammar {
  const module: { exports?: Grammar } = {};
  compileFunction(code, ['module', 'require'])(module, require);
  return module.exports as Grammar;
}

const whole = load(source);
const lean = load(leanGrammar(source));

/** The result of parsing a text; some actions of the grammar throw, e.g. on a wrong escape in a user name. */
function outcome(grammar: Grammar, input: string, rule: string): unknown {
  try {
    return JSON.stringify(grammar.parse(input, rule));
  } catch (error) {
    return String(error);
  }
}

const uris = [
  'sip:alice@demo.example',
  'sips:%61lice:secret@[2001:db8::9:1]:5061;transport=ws;lr;ttl=16;maddr=192.0.2.1;user=phone;method=INVITE?subject=x&to=y',
  'SIP:+46-8-123@1.2.3.4;ob',
  'sip:al%ice@demo.example',
  'sip:[::1]',
];

const samples: Readonly<Record<string, readonly string[]>> = {
  CSeq: ['1 INVITE', '4711 INFO', '0009\t MESSAGE', 'x INVITE'],
  Call_ID: ['a84b4c76e66710@pc33.atlanta.example', 'f81d4fae-7dec', 'a@b@c'],
  Contact: ['*', ...uris.map((uri) => `"A \\"B\\"" <${uri}>;expires=60;q=0.7;+sip.instance="<urn:uuid:1>"`)],
  Content_Length: ['0', '349', '-1'],
  Content_Type: ['application/sdp', 'multipart/mixed; boundary="x y"', 'text/plain;charset=UTF-8'],
  Event: ['presence', 'refer;id=2', 'dialog.x;a="b"'],
  From: uris.map((uri) => `"Åse" <${uri}>;tag=1928301774;x=y`),
  Max_Forwards: ['70', '', '7x'],
  Name_Addr_Header: ['<sip:a@b>', '"Å" <sip:a@b>;x', 'a b c <sip:a@b.example>;tag=1'],
  Proxy_Authenticate: [
    'Digest realm="a", nonce="b", stale=TRUE, algorithm=MD5, qop="auth,auth-int", opaque="c"',
  ],
  Record_Route: ['<sip:p1.example;lr>, <sips:p2.example:5061;lr>;x=y'],
  Request_Response: [
    'SIP/2.0 200 OK',
    'SIP/2.0 486 Besetzt für Åse',
    ...[
      'INVITE',
      'ACK',
      'BYE',
      'CANCEL',
      'INFO',
      'MESSAGE',
      'NOTIFY',
      'OPTIONS',
      'REFER',
      'REGISTER',
      'SUBSCRIBE',
    ].map((method) => `${method} sip:alice@demo.example;ob SIP/2.0`),
    'INVITE http://a.example/x;y?z=1 SIP/2.0',
    'invite sip:a@b SIP/3.0',
  ],
  SIP_URI: uris,
  To: uris.map((uri) => `${uri};tag=a`),
  Via: [
    'SIP/2.0/WSS df7jal23ls0d.invalid;branch=z9hG4bK776;rport;received=192.0.2.4',
    'SIP / 2.0 / UDP [2001:db8::9:1]:5060 ;ttl=1;maddr=224.2.0.1;branch=z9hG4bK;rport=9, SIP/2.0/TCP a.example',
  ],
  WWW_Authenticate: ['Digest realm="a",domain="sip:a /b",nonce="b",algorithm=SHA-256,x=y', 'Basic realm="a"'],
  quoted_string: ['"a"', '"a\\"b"', '"Å\r\n x"', 'a'],
  uuid: ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'F81D4FAE7dec'],
};

test('the samples cover every start rule of the lean grammar', () => {
  expect(Object.keys(samples).toSorted()).toEqual(startRules.toSorted());
});

test.each(Object.entries(samples))(
  'SIP-05 the lean grammar parses %s as the full grammar does',
  (rule, texts) => {
    for (const text of texts) expect(outcome(lean, text, rule), text).toBe(outcome(whole, text, rule));
    expect(texts.some((text) => outcome(whole, text, rule) !== '-1')).toBe(true);
  },
);

test('the lean grammar parses damaged text as the full grammar does', () => {
  const written = fc.constantFrom(
    ...Object.entries(samples).flatMap(([rule, texts]) => texts.map((text) => [rule, text] as const)),
  );
  const part = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom(';', '<', '>', '"', '\r\n ', ',', '%', '@', '\\'),
  );
  fc.assert(
    fc.property(written, fc.nat(200), fc.nat(4), part, ([rule, text], at, length, put) => {
      const damaged = text.slice(0, at) + put + text.slice(at + length);
      expect(outcome(lean, damaged, rule)).toBe(outcome(whole, damaged, rule));
    }),
    { seed: 3261, numRuns: 4000 },
  );
});

test('the lean grammar has every start rule that JsSIP uses', () => {
  const files = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && file !== 'Grammar.js' && !leftOut.includes(file.replace('.js', '')),
  );
  const code = files.map((file) => leanFile(readFileSync(join(library, file), 'utf8'), file)).join('\n');
  const rules = [...code.matchAll(/Grammar\.parse\((?!.*\.replace)[^\n]+, '(\w+)'\)/g)].map(
    ([, rule]) => rule,
  );
  const headers = [...code.matchAll(/\.parseHeader\('([\w-]+)'/g)].map(([, name = '']) =>
    name.replaceAll('-', '_'),
  );
  const known = startRules.map((rule) => rule.toLowerCase());
  expect(rules.length).toBeGreaterThan(6);
  expect(headers.length).toBeGreaterThan(15);
  for (const rule of rules) expect(startRules).toContain(rule);
  for (const header of headers) expect(known).toContain(header.toLowerCase());
});
