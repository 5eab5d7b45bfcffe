import type { QualitySummary, StreamSummary } from './call-quality.ts';

/** The quality of a call's connection; `lost` = it is broken, or nothing arrives any more. */
export type QualityLevel = 'good' | 'fair' | 'poor' | 'lost';
/** The worst problem of a connection; the screen explains it and says what the user can do. */
export type QualityReason = 'lost' | 'loss' | 'delay' | 'jitter' | 'frames';
export type QualityVerdict = { readonly level: QualityLevel; readonly reason: QualityReason | undefined };

/** The values at which a measurement becomes fair, and at which it becomes poor. */
type Limits = { readonly fair: number; readonly poor: number };

/** Packet loss: Opus conceals about 2 %; sign language becomes hard to read from about 5 %. */
const LOSS_PERCENT: Limits = { fair: 2, poor: 8 };
/**
 * Round trip: a delay of 150 ms one way is not noticed; above 400 ms people interrupt each other (ITU-T
 * G.114).
 */
const ROUND_TRIP_MS: Limits = { fair: 300, poor: 800 };
const JITTER_MS: Limits = { fair: 40, poor: 100 };
/**
 * Frames per second: sign language needs 20, and is not understood below 12 (ITU-T H-series Supplement 1).
 */
const FRAMES: Limits = { fair: 19, poor: 11 };
/**
 * A smaller frame, in bytes, is taken for black. While a camera is off, a browser goes on sending black frames
 * (measured in Chromium: about 150 bytes each), whose rate says nothing about the connection.
 */
const BLACK_FRAME_BYTES = 300;
/**
 * If nothing arrives for this time, the quality is `lost`. On a working connection something always arrives:
 * an answer to a consent check is due every 4 to 6 seconds, also without media (RFC 7675 §5.1).
 */
const SILENT_MS = 6_000;

const ranks: Readonly<Record<QualityLevel, number>> = { good: 0, fair: 1, poor: 2, lost: 3 };

const levelAbove = (value: number, { fair, poor }: Limits): QualityLevel =>
  value >= poor ? 'poor' : value >= fair ? 'fair' : 'good';

const most = (
  streams: readonly (StreamSummary | undefined)[],
  read: (stream: StreamSummary) => number,
): number => Math.max(0, ...streams.filter((stream) => stream !== undefined).map(read));

/** Whether the stream is video of a camera that is off. */
const isBlack = ({ framesPerSecond, kbps }: StreamSummary): boolean =>
  framesPerSecond !== undefined && (kbps * 1000) / 8 < framesPerSecond * BLACK_FRAME_BYTES;

function levelOfFrames(video: StreamSummary | undefined): QualityLevel {
  const frames = video?.framesPerSecond;
  // No frames means that the camera is off, not that the connection is bad.
  if (frames === undefined || frames === 0) return 'good';
  return frames <= FRAMES.poor ? 'poor' : frames <= FRAMES.fair ? 'fair' : 'good';
}

/**
 * The quality of the connection, and its worst problem. Of equally bad problems, loss comes before delay,
 * jitter and frames.
 */
export function judge(summary: QualitySummary): QualityVerdict {
  const { audioIn, audioOut, roundTripMs } = summary;
  const [videoIn, videoOut] = [summary.videoIn, summary.videoOut].map((video) =>
    video === undefined || isBlack(video) ? undefined : video,
  );
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
 * The verdict that is shown, how many verdicts in a row have been worse, and how many better or of the same level with
 * another reason. It changes only after several such verdicts: the display does not flicker, and screen readers do not
 * speak without a pause.
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

/** How many consecutive verdicts must be worse, or better, before they are shown; `lost` is shown at once. */
const WORSE_READINGS = 2;
const BETTER_READINGS = 4;

export function steady({ shown, ...before }: SteadyQuality, verdict: QualityVerdict): SteadyQuality {
  const difference = ranks[verdict.level] - ranks[shown.level];
  const worse = difference > 0 ? before.worse + 1 : 0;
  const isOther = difference < 0 || (difference === 0 && verdict.reason !== shown.reason);
  const better = isOther ? before.better + 1 : 0;
  const isBelieved = verdict.level === 'lost' || worse >= WORSE_READINGS || better >= BETTER_READINGS;
  return isBelieved ? { shown: verdict, better: 0, worse: 0 } : { shown, better, worse };
}
