import { expect, test } from 'vitest';
import {
  type CheckResults,
  cameraResult,
  firstResults,
  microphoneResult,
  networkResults,
  progressOf,
  summaryOf,
} from './check-results.ts';
import { writeReport } from './test-report.ts';

const seen = (framesPerSecond: number) =>
  cameraResult({ ok: true, label: 'Cam', facts: { width: 640, height: 480, framesPerSecond } });
const keysOf = ({ status, words }: CheckResults['camera']) => [status, ...words.map(({ key }) => key)];

test.each([
  ['enough frames', seen(20), ['good', 'test.picture_facts']],
  ['too few frames for sign language', seen(18), ['warning', 'test.picture_facts', 'test.picture_slow']],
  ['blocked', cameraResult({ ok: false, failure: 'denied' }), ['bad', 'devices.denied']],
  ['in use', cameraResult({ ok: false, failure: 'inUse' }), ['bad', 'error.mediaNotReadable']],
  [
    'no microphone',
    microphoneResult({ ok: false, failure: 'notFound' }, undefined),
    ['bad', 'error.requestedDeviceNotFound'],
  ],
  [
    'waiting for a sound',
    microphoneResult({ ok: true, label: 'M', facts: undefined }, undefined),
    ['running', 'test.speak'],
  ],
  ['heard', microphoneResult({ ok: true, label: 'M', facts: undefined }, true), ['good', 'test.heard']],
  [
    'no sound',
    microphoneResult({ ok: true, label: 'M', facts: undefined }, false),
    ['warning', 'test.not_heard'],
  ],
])('%s', (_name, result, expected) => {
  expect(keysOf(result)).toEqual(expected);
});

test('each network check says whether it got an answer, and how fast', () => {
  const { server, stun, relay } = networkResults({
    server: { ok: true, ms: 12 },
    stun: { ok: true, ms: 30, address: '203.0.…' },
    relay: undefined,
  });
  expect([server, stun, relay].map(keysOf)).toEqual([
    ['good', 'test.answered'],
    ['good', 'test.answered', 'test.address'],
    ['absent', 'test.relay_none'],
  ]);
  const broken = networkResults({ server: { ok: false }, stun: { ok: false }, relay: { ok: false } });
  expect([broken.server.status, broken.stun.status, broken.relay.status]).toEqual([
    'bad',
    'warning',
    'warning',
  ]);
});

test('progress counts the checks that need no user', () => {
  const first = firstResults(true);
  expect(progressOf(first)).toEqual({ done: 1, total: 6 });
  expect(progressOf({ ...first, camera: seen(30), speaker: { status: 'good', words: [] } })).toEqual({
    done: 3,
    total: 7,
  });
});

test('bug 15 the summary does not call untested parts tested, and a missing relay does not work: there is none', () => {
  const good = { status: 'good', words: [] } as const;
  const first = firstResults(true);
  expect(summaryOf(first)).toEqual({ kind: 'running', done: 1, total: 6 });
  const automatic: CheckResults = {
    ...first,
    camera: good,
    microphone: good,
    ...networkResults({
      server: { ok: true, ms: 1 },
      stun: { ok: true, ms: 1 },
      relay: undefined,
    }),
  };
  expect(summaryOf(automatic)).toEqual({ kind: 'well', waiting: ['speaker', 'ringer'] });
  expect(summaryOf({ ...automatic, speaker: good, ringer: good })).toEqual({ kind: 'well', waiting: [] });
  expect(summaryOf({ ...automatic, camera: { status: 'bad', words: [] } })).toEqual({ kind: 'attention' });
});

test('the report is plain lines', () => {
  const report = writeReport({
    name: 'Acme',
    version: '1.0',
    at: '2031-01-01T00:00:00Z',
    userAgent: 'Browser/1',
    window: '800x600',
    lines: [
      { title: 'Camera', status: 'Works', words: 'Cam.' },
      { title: 'Browser', status: 'Works', words: '' },
    ],
  });
  expect(report.split('\n')).toEqual([
    'Acme 1.0, 2031-01-01T00:00:00Z',
    'Browser/1',
    '800x600',
    'Camera: Works. Cam.',
    'Browser: Works',
  ]);
});
