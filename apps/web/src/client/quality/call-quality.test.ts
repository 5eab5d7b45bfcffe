import { createSeededRandom } from '@samtal/test-kit';
import { assert, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type QualityReading, type QualitySummary, type StreamReading, summarise } from './call-quality.ts';
import {
  judge,
  type QualityLevel,
  type QualityVerdict,
  type SteadyQuality,
  steady,
  unknownQuality,
} from './call-quality-judge.ts';

const stream = (more: Partial<StreamReading> = {}): StreamReading => ({
  kind: 'audio',
  bytes: 0,
  packets: 0,
  packetsLost: 0,
  ...more,
});
const reading = (atMs: number, more: Partial<QualityReading> = {}): QualityReading => ({
  atMs,
  isConnected: true,
  incoming: [],
  outgoing: [],
  arrivals: atMs,
  ...more,
});

describe('the summary of two readings', () => {
  test('bit rate and loss are of the time between the readings, not of the whole call', () => {
    const before = reading(1000, { incoming: [stream({ bytes: 90_000, packets: 900, packetsLost: 500 })] });
    const now = reading(3000, {
      incoming: [stream({ bytes: 98_000, packets: 995, packetsLost: 505, codec: 'opus', jitterMs: 7 })],
      roundTripMs: 40,
      path: 'relay',
    });
    expect(summarise(before, now, undefined)).toEqual({
      atMs: 3000,
      isConnected: true,
      audioIn: { codec: 'opus', jitterMs: 7, kbps: 32, lossPercent: 5 },
      audioOut: undefined,
      videoIn: undefined,
      videoOut: undefined,
      roundTripMs: 40,
      path: 'relay',
      silentMs: 0,
    });
  });

  test('a medium that never flowed is left out, even if the browser counts it', () => {
    const summary = summarise(
      reading(0),
      reading(2000, { outgoing: [stream({ kind: 'video' })] }),
      undefined,
    );
    expect(summary.videoOut).toBeUndefined();
  });

  test('silence adds up until something arrives', () => {
    const still = { arrivals: 5 };
    const first = summarise(reading(0, still), reading(2000, still), undefined);
    const second = summarise(reading(2000, still), reading(4500, still), first);
    expect([first.silentMs, second.silentMs]).toEqual([2000, 4500]);
    expect(summarise(reading(4500, still), reading(6500, { arrivals: 6 }), second).silentMs).toBe(0);
  });

  test('counters that restart do not produce wrong values', () => {
    const counters = record({
      bytes: nat(1e9),
      packets: nat(1e6),
      packetsLost: integer({ min: -100, max: 1e6 }),
    });
    assert(
      property(counters, counters, nat(10_000), (before, now, elapsedMs) => {
        const summary = summarise(
          reading(0, { incoming: [stream(before)] }),
          reading(elapsedMs, { incoming: [stream(now)] }),
          undefined,
        );
        const { kbps, lossPercent } = summary.audioIn ?? { kbps: 0, lossPercent: 0 };
        expect(Number.isFinite(kbps) && kbps >= 0).toBe(true);
        expect(lossPercent >= 0 && lossPercent <= 100).toBe(true);
      }),
    );
  });
});

const flowing = { kbps: 40, lossPercent: 0 };
const well: QualitySummary = {
  atMs: 0,
  isConnected: true,
  audioIn: flowing,
  audioOut: flowing,
  videoIn: { kbps: 500, lossPercent: 0, framesPerSecond: 30 },
  videoOut: flowing,
  roundTripMs: 50,
  path: 'direct',
  silentMs: 0,
};

test.each([
  ['no problem', {}, 'good', undefined],
  [
    'a text call has no media',
    { audioIn: undefined, videoIn: undefined, roundTripMs: undefined },
    'good',
    undefined,
  ],
  ['some loss', { audioIn: { ...flowing, lossPercent: 2 } }, 'fair', 'loss'],
  ['much loss on the way out', { videoOut: { ...flowing, lossPercent: 8 } }, 'poor', 'loss'],
  ['a long round trip', { roundTripMs: 300 }, 'fair', 'delay'],
  ['a very long round trip', { roundTripMs: 800 }, 'poor', 'delay'],
  ['high jitter', { audioIn: { ...flowing, jitterMs: 100 } }, 'poor', 'jitter'],
  [
    'too few frames for sign language',
    { videoIn: { ...flowing, kbps: 200, framesPerSecond: 15 } },
    'fair',
    'frames',
  ],
  ['far too few frames', { videoIn: { ...flowing, framesPerSecond: 8 } }, 'poor', 'frames'],
  ['a camera that is off', { videoIn: { ...flowing, framesPerSecond: 0 } }, 'good', undefined],
  ['the worst one counts', { roundTripMs: 300, audioIn: { ...flowing, lossPercent: 20 } }, 'poor', 'loss'],
  ['nothing arrives', { silentMs: 6000 }, 'lost', 'lost'],
  ['the path has failed', { isConnected: false }, 'lost', 'lost'],
] as const)('judged: %s', (_name, change, level, reason) => {
  expect(judge({ ...well, ...change })).toEqual({ level, reason });
});

const verdict = (level: QualityLevel): QualityVerdict => ({
  level,
  reason: level === 'good' ? undefined : 'loss',
});

test.each([
  ['one bad reading is ignored', ['poor', 'good'], ['good', 'good']],
  ['two in a row count', ['poor', 'poor'], ['good', 'poor']],
  ['lost is shown immediately', ['lost'], ['lost']],
  [
    'better is shown after four',
    ['poor', 'poor', 'good', 'good', 'good', 'good'],
    ['good', 'poor', 'poor', 'poor', 'poor', 'good'],
  ],
  ['alternating readings change nothing', ['fair', 'good', 'fair', 'good'], ['good', 'good', 'good', 'good']],
] as const)('steady: %s', (_name, levels, shown) => {
  let quality = unknownQuality;
  expect(
    levels.map((level) => {
      quality = steady(quality, verdict(level));
      return quality.shown.level;
    }),
  ).toEqual(shown);
});

const reasons = ['loss', 'delay', 'frames'] as const;
/** The reasons that are shown during these readings of a poor connection. */
function shownReasons(read: readonly QualityVerdict['reason'][]): readonly QualityVerdict['reason'][] {
  let quality: SteadyQuality = { shown: { level: 'poor', reason: 'loss' }, better: 0, worse: 0 };
  return read.map((reason) => {
    quality = steady(quality, { level: 'poor', reason });
    return quality.shown.reason;
  });
}

test('D16 another reason of the same level is shown after four readings in a row', () => {
  expect(shownReasons(['delay', 'delay', 'delay', 'delay'])).toEqual(['loss', 'loss', 'loss', 'delay']);
});

test('D16 WCAG 4.1.3 reasons that change with each few readings are not announced one after the other', () => {
  const random = createSeededRandom(1);
  const pick = (): number => Math.floor(random() * reasons.length);
  for (let run = 0; run < 200; run += 1) {
    const read = Array.from({ length: 60 }, () => reasons[pick()]);
    const shown = shownReasons(read);
    for (const [index, reason] of shown.entries())
      if (reason !== (shown[index - 1] ?? 'loss')) {
        // Each change has four readings of its own, so changes are at least eight seconds apart.
        expect(read[index]).toBe(reason);
        expect(new Set(shown.slice(Math.max(0, index - 3), index)).size).toBeLessThanOrEqual(1);
      }
  }
});

/**
 * What `getStats` of Chromium reported each two seconds about video that comes in while the remote user turns the
 * camera off and on again: bytes, packets, frames per second. On a busy machine 18 of 20 frames are sent.
 */
const cameraOffAndOn: readonly (readonly [bytes: number, packets: number, framesPerSecond: number])[] = [
  [369_879, 402, 20],
  [493_395, 532, 20],
  [510_693, 582, 20],
  [516_819, 622, 18],
  [522_944, 662, 18],
  [529_215, 703, 18],
  [535_335, 743, 18],
  [541_455, 783, 18],
  [678_725, 924, 20],
  [800_425, 1050, 20],
];
/** The same of a browser that sends one black frame a second while the camera is off, as Firefox and Safari do. */
const oneFrameASecond = cameraOffAndOn.map(([bytes, packets, framesPerSecond], index) =>
  framesPerSecond === 18
    ? ([510_693 + 300 * (index - 2), 582 + 2 * (index - 2), 1] as const)
    : ([bytes, packets, framesPerSecond] as const),
);

test.each([
  ['black frames at the usual rate', cameraOffAndOn],
  ['one black frame a second', oneFrameASecond],
])('D16 a camera that is turned off and on again is not a bad connection: %s', (_how, figures) => {
  const readings = figures.map(([bytes, packets, framesPerSecond], index) =>
    reading(2000 * index, {
      incoming: [
        stream({ kind: 'video', bytes, packets, framesPerSecond, jitterMs: framesPerSecond === 1 ? 140 : 1 }),
      ],
    }),
  );
  let quality = unknownQuality;
  let summary: QualitySummary | undefined;
  const shown = readings.slice(1).map((now, index) => {
    summary = summarise(readings[index] ?? expect.fail('no reading'), now, summary);
    quality = steady(quality, judge(summary));
    return quality.shown.level;
  });
  expect(new Set(shown)).toEqual(new Set(['good']));
});
