import type { QualitySummary, StreamSummary } from '../../../client/quality/call-quality.ts';

export type QualityRowName =
  | 'audio_codec'
  | 'video_codec'
  | 'resolution'
  | 'frame_rate'
  | 'bit_rate'
  | 'loss'
  | 'jitter'
  | 'round_trip';

/** A row of the connection details, with formatted values. Units are the same in every language. */
export type QualityRow = {
  readonly name: QualityRowName;
  readonly sent: string;
  readonly received: string;
};

export const NOTHING = '–';

const write = (value: number | undefined, unit: string): string =>
  value === undefined ? NOTHING : `${value} ${unit}`.trim();

function resolution(video: StreamSummary | undefined): string {
  return video?.width === undefined || video.height === undefined
    ? NOTHING
    : `${video.width} × ${video.height}`;
}

function bitRate(audio: StreamSummary | undefined, video: StreamSummary | undefined): string {
  return audio === undefined && video === undefined
    ? NOTHING
    : write((audio?.kbps ?? 0) + (video?.kbps ?? 0), 'kbit/s');
}

function most(
  audio: StreamSummary | undefined,
  video: StreamSummary | undefined,
  read: (stream: StreamSummary) => number | undefined,
): number | undefined {
  const values = [audio, video].flatMap((stream) => (stream && read(stream)) ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

/** Rows of the connection details. */
export function qualityRows({
  audioIn,
  audioOut,
  videoIn,
  videoOut,
  roundTripMs,
}: QualitySummary): readonly QualityRow[] {
  const loss = ({ lossPercent }: StreamSummary) => lossPercent;
  const jitter = ({ jitterMs }: StreamSummary) => jitterMs;
  return [
    { name: 'audio_codec', sent: audioOut?.codec ?? NOTHING, received: audioIn?.codec ?? NOTHING },
    { name: 'video_codec', sent: videoOut?.codec ?? NOTHING, received: videoIn?.codec ?? NOTHING },
    { name: 'resolution', sent: resolution(videoOut), received: resolution(videoIn) },
    {
      name: 'frame_rate',
      sent: write(videoOut?.framesPerSecond, ''),
      received: write(videoIn?.framesPerSecond, ''),
    },
    { name: 'bit_rate', sent: bitRate(audioOut, videoOut), received: bitRate(audioIn, videoIn) },
    {
      name: 'loss',
      sent: write(most(audioOut, videoOut, loss), '%'),
      received: write(most(audioIn, videoIn, loss), '%'),
    },
    { name: 'jitter', sent: NOTHING, received: write(most(audioIn, videoIn, jitter), 'ms') },
    { name: 'round_trip', sent: write(roundTripMs, 'ms'), received: NOTHING },
  ];
}
