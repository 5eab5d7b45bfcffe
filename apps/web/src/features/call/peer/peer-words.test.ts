import type { HoldView, PeerView } from '@samtal/call-core';
import { expect, test } from 'vitest';
import type { CallKind } from '../call-kind.ts';
import { peerWordsOf } from './peer-words.ts';

const well: PeerView = { camera: 'on', microphone: 'on', contact: 'good' };

test.each<readonly [HoldView, Partial<PeerView>, readonly (string | undefined)[]]>([
  ['none', {}, [undefined, undefined, undefined, undefined]],
  ['own', { camera: 'none', microphone: 'none' }, [undefined, 'call.hold.own', undefined, undefined]],
  ['peer', { camera: 'none', microphone: 'off' }, [undefined, 'call.hold.peer', undefined, undefined]],
  ['both', {}, [undefined, 'call.hold.both', undefined, undefined]],
  ['peer', { contact: 'theirs' }, ['call.peer.theirs', 'call.hold.peer', undefined, undefined]],
])('D84 in a call on hold (%s) with %j the screen says %j', (hold, changes, expected) => {
  const words = peerWordsOf({ ...well, ...changes }, 'video', hold);
  expect([words.contact, words.hold, words.camera, words.microphone]).toEqual(expected);
});

test.each<readonly [Partial<PeerView>, CallKind, readonly (string | undefined)[]]>([
  [{}, 'video', []],
  [{ camera: 'off' }, 'video', ['call.peer.camera_off']],
  [{ camera: 'none' }, 'video', ['call.peer.camera_none']],
  [{ camera: 'none' }, 'voice', []],
  [{ camera: 'none', microphone: 'none' }, 'text', []],
  [{ microphone: 'off' }, 'voice', ['call.peer.microphone_off']],
  [{ camera: 'off', microphone: 'none' }, 'video', ['call.peer.camera_off', 'call.peer.microphone_none']],
  [{ camera: 'off', microphone: 'off', contact: 'theirs' }, 'video', ['call.peer.theirs']],
  [{ contact: 'ours' }, 'voice', ['call.peer.ours']],
  [{ contact: 'unclear' }, 'text', ['call.peer.unclear']],
])('D32 with %j in a %s call the screen says %j', (changes, kind, expected) => {
  const { contact, camera, microphone } = peerWordsOf({ ...well, ...changes }, kind);
  expect([contact, camera, microphone].filter((key) => key !== undefined)).toEqual(expected);
});
