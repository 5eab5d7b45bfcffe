import type { QualitySummary, StreamSummary } from './call-quality.ts';

/** `lost` = no packets arrive any more. */
export type QualityLevel = 'good' | 'fair' | 'poor' | 'lost';
/** The worst problem; the screen explains it and says what the user can do. */
export type QualityReason = 'lost' | 'loss' | 'delay' | 'jitter' | 'frames';
export type QualityVerdict = { readonly level: QualityLevel; readonly reason: QualityReason | undefined };

/** The limits between good and fair, and between fair and poor. */
type Limits = { readonly fair: number; readonly poor: number };

/** Opus conceals about 2 % of loss; sign language becomes hard to read from about 5 %. */
const LOSS_PERCENT: Limits = { fair: 2, poor: 8 };
/** ITU-T G.114: 150 ms one way is not noticed; above 400 ms people interrupt each other. */
const ROUND_TRIP_MS: Limits = { fair: 300, poor: 800 };
const JITTER_MS: Limits = { fair: 40, poor: 100 };
/** ITU-T H-series Supplement 1: sign language needs 20 frames a second; below 12 it is not understood. */
const FRAMES: Limits = { fair: 19, poor: 11 };
/** Consent checks of the path arrive at least every five seconds (RFC 7675). */
const SILENT_MS = 6_000;

const ranks: Readonly<Record<QualityLevel, number>> = { good: 0, fair: 1, poor: 2, lost: 3 };

const levelAbove = (value: number, { fair, poor }: Limits): QualityLevel =>
  value >= poor ? 'poor' : value >= fair ? 'fair' : 'good';

const most = (
  streams: readonly (StreamSummary | undefined)[],
  read: (stream: StreamSummary) => number,
): number => Math.max(0, ...streams.filter((stream) => stream !== undefined).map(read));

function levelOfFrames(video: StreamSummary | undefined): QualityLevel {
  const frames = video?.framesPerSecond;
  // No frames means that the camera is off, not that the connection is bad.
  if (frames === undefined || frames === 0) return 'good';
  return frames <= FRAMES.poor ? 'poor' : frames <= FRAMES.fair ? 'fair' : 'good';
}

/** The quality of the connection, and the first of its worst problems. */
export function judge(summary: QualitySummary): QualityVerdict {
  const { audioIn, audioOut, videoIn, videoOut, roundTripMs } = summary;
  if (!summary.isConnected || summary.silentMs >= SILENT_MS) return { level: 'lost', reason: 'lost' };
  const streams = [audioIn, audioOut, videoIn, videoOut];
  const findings: readonly (readonly [QualityReason, QualityLevel])[] = [
    [
      'loss',
      levelAbove(
        most(streams, ({ lossPercent }) => lossPercent),
        LOSS_PERCENT,
      ),
    ],
    ['delay', levelAbove(roundTripMs ?? 0, ROUND_TRIP_MS)],
    [
      'jitter',
      levelAbove(
        most([audioIn, videoIn], ({ jitterMs }) => jitterMs ?? 0),
        JITTER_MS,
      ),
    ],
    ['frames', levelOfFrames(videoIn)],
  ];
  let worst: QualityVerdict = { level: 'good', reason: undefined };
  for (const [reason, level] of findings) if (ranks[level] > ranks[worst.level]) worst = { level, reason };
  return worst;
}

/**
 * A verdict that does not flicker: the shown one, and the number of consecutive readings that were better or
 * worse.
 */
export type SteadyQuality = {
  readonly shown: QualityVerdict;
  readonly better: number;
  readonly worse: number;
};

export const unknownQuality: SteadyQuality = {
  shown: { level: 'good', reason: undefined },
  better: 0,
  worse: 0,
};

/** A worse verdict is shown at its second reading, a better one at its fourth, `lost` at its first. */
const WORSE_READINGS = 2;
const BETTER_READINGS = 4;

export function steady(before: SteadyQuality, verdict: QualityVerdict): SteadyQuality {
  const difference = ranks[verdict.level] - ranks[before.shown.level];
  const calm = { shown: before.shown, better: 0, worse: 0 };
  if (difference === 0) return { ...calm, shown: verdict };
  const worse = difference > 0 ? before.worse + 1 : 0;
  const better = difference < 0 ? before.better + 1 : 0;
  const isBelieved = verdict.level === 'lost' || worse >= WORSE_READINGS || better >= BETTER_READINGS;
  return isBelieved ? { shown: verdict, better: 0, worse: 0 } : { shown: before.shown, better, worse };
}
