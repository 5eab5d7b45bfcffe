import { expect, test } from 'vitest';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import { qualityRows } from './quality-rows.ts';
import { createVoiceActivity } from './voice-activity.ts';

test('a voice is active from its first reading, through pauses between words, and not after them', () => {
  const isSpeakingAt = createVoiceActivity();
  const seen = [
    [0.1, 0],
    [0.6, 20],
    [0.1, 40],
    [0, 420],
    [0, 421],
    [0.5, 600],
  ].map(([level = 0, atMs = 0]) => isSpeakingAt(level, atMs));
  expect(seen).toEqual([false, true, true, true, false, true]);
});

test('every value has its unit, and an unknown value is a dash', () => {
  const summary: QualitySummary = {
    atMs: 0,
    isConnected: true,
    audioIn: { codec: 'opus', kbps: 30, lossPercent: 1, jitterMs: 5 },
    audioOut: undefined,
    videoIn: { codec: 'VP8', kbps: 500, lossPercent: 3, width: 640, height: 480, framesPerSecond: 30 },
    videoOut: undefined,
    roundTripMs: undefined,
    path: undefined,
    silentMs: 0,
  };
  expect(qualityRows(summary).map(({ name, sent, received }) => [name, sent, received])).toEqual([
    ['audio_codec', '–', 'opus'],
    ['video_codec', '–', 'VP8'],
    ['resolution', '–', '640 × 480'],
    ['frame_rate', '–', '30'],
    ['bit_rate', '–', '530 kbit/s'],
    ['loss', '–', '3 %'],
    ['jitter', '–', '5 ms'],
    ['round_trip', '–', '–'],
  ]);
});
