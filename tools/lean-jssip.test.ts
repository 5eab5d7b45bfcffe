import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { leanSession } from './lean-jssip.mjs';

const session = readFileSync(createRequire(import.meta.url).resolve('jssip/lib/RTCSession.js'), 'utf8');
const methodsIn = (text: string): string[] => text.match(/(?<=\n {4})\w+(?=\([^)]*\) \{\n)/g) ?? [];

test('ADR 6 the session loses four methods that the product does not use, and no other', () => {
  const gone = methodsIn(session).filter((name) => !methodsIn(leanSession(session)).includes(name));
  expect(gone.toSorted()).toEqual(['_getDTMFRTPSender', 'refer', 'sendDTMF', 'sendInfo']);
});

test.each([
  ['no longer has a method', session.replace('\n    refer(', '\n    referTo('), 'has no method refer'],
  [
    'calls one of them',
    session.replace('\n    terminate(', '\n    x() { this.sendInfo(); }\n    terminate('),
    'calls sendInfo',
  ],
])('ADR 6 the build stops if JsSIP %s', (_what, text, message) => {
  expect(() => leanSession(text)).toThrow(message);
});
