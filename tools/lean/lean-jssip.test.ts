import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { rules as grammarRules } from '../../apps/web/src/platform/signalling/jssip-parts/grammar.ts';
import { leanFile, leftOut, phrases, rewritten, trimmed } from './lean-jssip-files.mjs';

const path = (file: string): string => createRequire(import.meta.url).resolve(`jssip/lib/${file}`);
const library = (file: string): string => readFileSync(path(file), 'utf8');
const methodsIn = (text: string): string[] =>
  text.match(/(?<=\n {4}(?:get |set )?)\w+(?=\([^)]*\) \{\n)/g) ?? [];

test.each(['RTCSession.js', 'SIPMessage.js', 'UA.js'] as const)(
  'ADR 6 %s loses the methods that the product does not use, and no other',
  (file) => {
    const left = methodsIn(leanFile(library(file), file));
    const gone = methodsIn(library(file)).filter((name) => !left.includes(name));
    expect([...new Set(gone)].toSorted()).toEqual(trimmed[file].methods.toSorted());
  },
);

test.each(Object.keys(trimmed))('ADR 6 what is left of %s is a script', (file) => {
  const parameters = ['require', 'module', 'exports'];
  expect(() => compileFunction(leanFile(library(file), file), parameters)).not.toThrow();
});

const session = library('RTCSession.js');

test.each([
  [
    'no longer has a method',
    session.replace('\n    refer(', '\n    referTo('),
    'JsSIP has no method refer now',
  ],
  [
    'calls one of them',
    session.replace('\n    terminate(', '\n    x() { this.sendInfo(); }\n    terminate('),
    'JsSIP calls sendInfo now',
  ],
  [
    'no longer has a part',
    session.replace('// Determine incoming media', '// Find incoming media'),
    'JsSIP does not have this now',
  ],
  [
    'uses what is left out',
    session.replace('\n    terminate(', '\n    x() { new RTCSession_DTMF(this); }\n    terminate('),
    'JsSIP uses RTCSession/DTMF now',
  ],
])('ADR 6 the build stops if JsSIP %s', (_what, text, message) => {
  expect(() => leanFile(text, 'RTCSession.js')).toThrow(message);
});

test('ADR 6 each status that JsSIP writes by itself has its reason phrase', () => {
  const files = ['Dialog.js', 'RTCSession.js', 'SIPMessage.js', 'Transactions.js', 'UA.js', 'sanityCheck.js'];
  const code = files.map((file) => leanFile(library(file), file)).join('\n');
  const written = [...code.matchAll(/(?:reply|reply_sl)\((\d{3})/g)].map(([, status]) => Number(status));
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((status) => !phrases.includes(status))).toEqual([]);
  const constants = leanFile(library('Constants.js'), 'Constants.js');
  for (const status of phrases) expect(constants).toMatch(new RegExp(`^ +${status}: '`, 'm'));
});

test('D81 the build leaves Replaces unread: the product judges it', () => {
  for (const file of ['Parser.js', 'UA.js'])
    expect(leanFile(library(file), file)).not.toContain("'replaces'");
});

test('ADR 6 there is a rule for all that JsSIP parses', () => {
  const files = readdirSync(dirname(path('JsSIP.js')), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && !(file in rewritten) && !leftOut.includes(file.replace('.js', '')),
  );
  const code = files.map((file) => leanFile(library(file), file)).join('\n');
  const rules = [...code.matchAll(/Grammar\.parse\((?!.*\.replace)[^\n]+, '(\w+)'\)/g)].map(
    ([, rule]) => rule,
  );
  const headers = [...code.matchAll(/\.parseHeader\('([\w-]+)'/g)].map(([, name = '']) =>
    name.replaceAll('-', '_'),
  );
  const known = Object.keys(grammarRules);
  const lowerCase = known.map((rule) => rule.toLowerCase());
  expect(rules.length).toBeGreaterThan(6);
  expect(headers.length).toBeGreaterThan(15);
  for (const rule of rules) expect(known).toContain(rule);
  for (const header of headers) expect(lowerCase).toContain(header.toLowerCase());
});
