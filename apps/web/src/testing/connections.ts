import type { QualitySummary, StreamSummary } from '../client/quality/call-quality.ts';

const audio: StreamSummary = {
  codec: 'opus',
  width: undefined,
  height: undefined,
  framesPerSecond: undefined,
  jitterMs: 4,
  kbps: 32,
  lossPercent: 0,
};
const video: StreamSummary = {
  ...audio,
  codec: 'VP8',
  width: 640,
  height: 480,
  framesPerSecond: 30,
  kbps: 900,
};

const good: QualitySummary = {
  atMs: 0,
  isConnected: true,
  audioIn: audio,
  audioOut: audio,
  videoIn: video,
  videoOut: video,
  roundTripMs: 28,
  path: 'direct',
  silentMs: 0,
};
const lossy = { lossPercent: 14, jitterMs: 60 };

/** Connections of calls, from good to lost. */
export const connections = {
  good,
  poor: {
    ...good,
    audioIn: { ...audio, ...lossy },
    videoIn: { ...video, ...lossy, width: 320, height: 240, framesPerSecond: 9, kbps: 140 },
    roundTripMs: 640,
    path: 'relay',
  },
  lost: { ...good, isConnected: false, silentMs: 9000 },
} satisfies Readonly<Record<string, QualitySummary>>;
