import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import {
  initialPeerWatch,
  type PeerSigns,
  type PeerView,
  stepPeerWatch,
  withInterruption,
} from './peer-view.ts';

const well: Omit<PeerSigns, 'atMs'> = {
  sends: { audio: true, video: true },
  isConnected: true,
  hasArrived: true,
  picture: 'seen',
  sound: 'heard',
  isServerReached: undefined,
};

/** The view after readings one second apart. */
const viewAfter = (readings: readonly Partial<PeerSigns>[]): PeerView =>
  readings.reduce(
    (watch, reading, index) => stepPeerWatch(watch, { ...well, atMs: index * 1000, ...reading }),
    initialPeerWatch,
  ).view;

const times = (count: number, reading: Partial<PeerSigns>) => Array.from({ length: count }, () => reading);

const gone: Partial<PeerSigns> = { hasArrived: false, picture: 'still', sound: 'unknown' };
const noMedia: Partial<PeerSigns> = {
  sends: { audio: false, video: false },
  picture: 'unknown',
  sound: 'unknown',
};

test.each<readonly [string, readonly Partial<PeerSigns>[], Partial<PeerView>]>([
  ['a picture and a voice', [{}], { camera: 'on', microphone: 'on', contact: 'good' }],
  ['a first black picture', [{ picture: 'black' }], { camera: 'on' }],
  ['black for a second', times(2, { picture: 'black' }), { camera: 'off' }],
  ['black, then a picture', [...times(4, { picture: 'black' }), {}], { camera: 'on' }],
  ['no new picture for two seconds', times(3, { picture: 'still' }), { camera: 'on' }],
  ['no new picture for three seconds, but sound', times(4, { picture: 'still' }), { camera: 'off' }],
  [
    'no new picture and nothing else either',
    [{}, ...times(5, gone)],
    { camera: 'on', microphone: 'on', contact: 'unclear' },
  ],
  ['a video that cannot be looked at', times(9, { picture: 'unknown' }), { camera: 'on' }],
  ['a direction without video', [{ sends: { audio: true, video: false } }], { camera: 'none' }],
  [
    'a video that begins later',
    [{ sends: { audio: true, video: false } }, { picture: 'unknown' }],
    { camera: 'on' },
  ],
  ['silence for two seconds', times(3, { sound: 'silence' }), { microphone: 'on' }],
  ['digital silence for three seconds', times(4, { sound: 'silence' }), { microphone: 'off' }],
  ['silence, then a voice', [...times(4, { sound: 'silence' }), {}], { microphone: 'on' }],
  ['a peer that tells no levels', times(9, { sound: 'unknown' }), { microphone: 'on' }],
  ['a direction without sound', [{ sends: { audio: false, video: true } }], { microphone: 'none' }],
])('after %s the view of the devices is right', (_what, readings, expected) => {
  expect(viewAfter(readings)).toMatchObject(expected);
});

test.each<readonly [string, readonly Partial<PeerSigns>[], PeerView['contact']]>([
  ['nothing for two seconds', [{}, ...times(2, gone)], 'good'],
  ['nothing for three seconds, no word of our server', [{}, ...times(3, gone)], 'unclear'],
  ['nothing, but our server answers', [{}, ...times(3, { ...gone, isServerReached: true })], 'theirs'],
  ['nothing, and our server is silent too', [{}, ...times(3, { ...gone, isServerReached: false })], 'ours'],
  [
    'our server answers again, the peer does not',
    [{}, ...times(3, { ...gone, isServerReached: false }), { ...gone, isServerReached: true }],
    'theirs',
  ],
  ['a connection that is closed at a normal end', [{}, { ...gone, isConnected: false }], 'good'],
  [
    'a connection that has been broken for a second',
    [{}, ...times(2, { ...gone, isConnected: false })],
    'unclear',
  ],
  [
    'a connection that is broken, whole and broken again',
    [{}, { isConnected: false }, {}, { isConnected: false }],
    'good',
  ],
  ['contact again', [{}, ...times(9, { ...gone, isServerReached: true }), {}], 'good'],
  [
    'six seconds without a consent check and without media',
    [noMedia, ...times(6, { ...noMedia, hasArrived: false })],
    'good',
  ],
  ['seven seconds without one', [noMedia, ...times(7, { ...noMedia, hasArrived: false })], 'unclear'],
])('with %s the contact is told as it is known', (_what, readings, contact) => {
  expect(viewAfter(readings).contact).toBe(contact);
});

test('our connection is never blamed while our server answers, and no device is judged without contact', () => {
  const random = createSeededRandom(7);
  const pick = <T>(of: readonly T[]): T => of.at(Math.floor(random() * of.length)) as T;
  let watch = initialPeerWatch;
  for (let turn = 0; turn < 20_000; turn++) {
    const signs: PeerSigns = {
      atMs: turn * 500,
      sends: { audio: random() < 0.9, video: random() < 0.9 },
      isConnected: random() < 0.9,
      hasArrived: random() < 0.6,
      picture: pick(['seen', 'black', 'still', 'unknown'] as const),
      sound: pick(['heard', 'silence', 'unknown'] as const),
      isServerReached: pick([true, false, undefined]),
    };
    const after = stepPeerWatch(watch, signs);
    if (after.view.contact === 'ours') expect(signs.isServerReached).toBe(false);
    if (after.view.contact === 'theirs') expect(signs.isServerReached).toBe(true);
    if (signs.isConnected && signs.hasArrived) expect(after.view.contact).toBe('good');
    if (after.view.contact !== 'good')
      expect(after.view).toEqual({ ...watch.view, contact: after.view.contact });
    watch = after;
  }
});

test.each([
  [undefined, 'good', 'good'],
  [{ isConnectionLost: true }, 'good', 'ours'],
  [{ isConnectionLost: true }, 'unclear', 'ours'],
  [{ isPeerLost: true }, 'good', 'unclear'],
  [{ isPeerLost: true }, 'theirs', 'theirs'],
] as const)('D80 with the interruption %j a contact that is %s reads as %s', (lost, contact, expected) => {
  const interruption = lost && {
    since: 0,
    isConnectionLost: false,
    isPeerLost: false,
    step: 'server' as const,
    ...lost,
  };
  expect(withInterruption({ ...initialPeerWatch.view, contact }, interruption).contact).toBe(expected);
});
