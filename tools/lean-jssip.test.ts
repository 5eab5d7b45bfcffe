import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { leanSession, withOwnReplaces, withoutRequests } from './lean-jssip.mjs';

const session = readFileSync(createRequire(import.meta.url).resolve('jssip/lib/RTCSession.js'), 'utf8');
const methodsIn = (text: string): string[] => text.match(/(?<=\n {4})\w+(?=\([^)]*\) \{\n)/g) ?? [];

test('ADR 6 the session loses the methods that the product does not use, and no other', () => {
  const gone = methodsIn(session).filter((name) => !methodsIn(leanSession(session)).includes(name));
  expect(gone).toEqual([
    'isMuted',
    'isOnHold',
    'sendDTMF',
    'sendInfo',
    'mute',
    'unmute',
    'renegotiate',
    'refer',
    '_receiveRefer',
    '_receiveReplaces',
    '_getDTMFRTPSender',
    '_onmute',
    '_onunmute',
  ]);
});

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
])('ADR 6 the build stops if JsSIP %s', (_what, text, message) => {
  expect(() => leanSession(text)).toThrow(message);
});

const library = (file: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`jssip/lib/${file}`), 'utf8');

test.each(['Parser.js', 'UA.js'])(
  'D81 the build changes what %s does with Replaces, in one place',
  (file) => {
    const [before, after] = [library(file), withOwnReplaces(library(file), file)];
    const changed = after
      .split('\n')
      .filter((line: string, index: number) => line !== before.split('\n')[index]);
    expect(changed).toHaveLength(1);
    expect(() => withOwnReplaces(after, file)).toThrow('JsSIP handles Replaces in another way now');
  },
);

test('ADR 6 the build leaves out the requests outside a call that the product does not send', () => {
  const gone = (file: string) =>
    methodsIn(library(file)).filter(
      (name) => !methodsIn(withoutRequests(library(file), file)).includes(name),
    );
  expect(gone('UA.js')).toEqual(['sendMessage', 'subscribe', 'notify', 'sendOptions']);
  expect(gone('Message.js')).toEqual(['send', '_receiveResponse', '_onRequestTimeout', '_onTransportError']);
});
