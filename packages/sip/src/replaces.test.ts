import { expect, test } from 'vitest';
import {
  namesDialog,
  parseReplaces,
  type ReplaceableDialog,
  refusalOfReplaces,
  writeReplaces,
} from './replaces.ts';

const named = { callId: 'a1@demo.example', localTag: 'to1', remoteTag: 'from1', isEarlyOnly: false };

test.each([
  ['a1@demo.example;to-tag=to1;from-tag=from1', named],
  ['a1@demo.example;from-tag=from1;to-tag=to1', named],
  ['a1@demo.example ; to-tag = to1 ; from-tag = from1', named],
  ['a1@demo.example;TO-TAG=to1;From-Tag=from1', named],
  ['a1@demo.example;to-tag=to1;from-tag=from1;early-only', { ...named, isEarlyOnly: true }],
  ['a1@demo.example;to-tag=to1;from-tag=from1;x=1;y="a;b"', named],
  // The examples of RFC 3891 §6.1.
  [
    '98732@sip.example.com ;from-tag=r33th4x0r ;to-tag=ff87ff',
    { callId: '98732@sip.example.com', localTag: 'ff87ff', remoteTag: 'r33th4x0r', isEarlyOnly: false },
  ],
  [
    '12adf2f34456gs5;to-tag=12345;from-tag=54321',
    { callId: '12adf2f34456gs5', localTag: '12345', remoteTag: '54321', isEarlyOnly: false },
  ],
  [
    '87134@171.161.34.23;to-tag=24796;from-tag=0',
    { callId: '87134@171.161.34.23', localTag: '24796', remoteTag: '0', isEarlyOnly: false },
  ],
])('RFC 3891 §6.1 %j is read', (value, replaces) => {
  expect(parseReplaces([value])).toEqual(replaces);
});

test.each([
  '',
  ';',
  'a1',
  'a1;to-tag=to1',
  'a1;from-tag=from1',
  ';to-tag=to1;from-tag=from1',
  'a1;to-tag=;from-tag=from1',
  'a1;to-tag;from-tag=from1',
  'a1;to-tag=to1;to-tag=to2;from-tag=from1',
  'a1;to-tag=to1;TO-TAG=to1;from-tag=from1',
  'a1;to-tag=to1;from-tag=from1;early-only=yes',
  'a1;to-tag=to1;from-tag=from1;early-only;early-only',
  'a1;to-tag="to1";from-tag=from1',
  'a1;to-tag=t o1;from-tag=from1',
  'a1@b@c;to-tag=to1;from-tag=from1',
  'a1@;to-tag=to1;from-tag=from1',
  'a 1;to-tag=to1;from-tag=from1',
  'a1\u0000;to-tag=to1;from-tag=from1',
  'a1;to-tag=to1\r\nBYE;from-tag=from1',
  'a1;to-tag=to1;from-tag=from1;',
  'a1;to-tag=to1;from-tag=from1;x="',
  'a1;to-tag=to1;from-tag=från',
  'a1;to-tag=to1;from-tag=from1, a2;to-tag=to1;from-tag=from1',
  `${'a'.repeat(2000)};to-tag=to1;from-tag=from1`,
  `a1;to-tag=to1;from-tag=${';'.repeat(100_000)}`,
])('RFC 3891 §6.1 a broken value is refused: %.60j', (value) => {
  expect(parseReplaces([value])).toBeUndefined();
});

test('RFC 3891 §3 none, or more than one, is refused', () => {
  const value = writeReplaces(named);
  expect(parseReplaces([])).toBeUndefined();
  expect(parseReplaces([value, value])).toBeUndefined();
});

test('a written value is read again', () => {
  for (const replaces of [named, { ...named, isEarlyOnly: true }])
    expect(parseReplaces([writeReplaces(replaces)])).toEqual(replaces);
});

test('RFC 3891 §3 a dialog is named by Call-ID and both tags, each byte by byte, and not the other way round', () => {
  const { callId, localTag, remoteTag } = named;
  expect(namesDialog(named, { callId, localTag, remoteTag })).toBe(true);
  const others = [
    { callId: 'A1@demo.example', localTag, remoteTag },
    { callId, localTag: 'TO1', remoteTag },
    { callId, localTag, remoteTag: 'other' },
    { callId, localTag: remoteTag, remoteTag: localTag },
  ];
  for (const other of others) expect(namesDialog(named, other)).toBe(false);
});

const states: readonly (readonly [
  ReplaceableDialog['state'] | undefined,
  number | undefined,
  number | undefined,
])[] = [
  [undefined, 481, 481],
  ['earlyIncoming', 481, 481],
  ['earlyOutgoing', undefined, undefined],
  ['confirmed', undefined, 486],
  ['terminated', 603, 603],
];

test.each(states)('RFC 3891 §3 %s dialog: %s, with early-only %s', (state, usual, earlyOnly) => {
  const dialog = state && { state };
  expect(refusalOfReplaces(named, dialog)).toBe(usual);
  expect(refusalOfReplaces({ ...named, isEarlyOnly: true }, dialog)).toBe(earlyOnly);
});
