import type { CallStreams } from '../media/call-streams.ts';
import { createLevelReader, type LevelReader, levelOfPower } from '../media/level-meter.ts';

/** Without packets for so long the last one's loudness is no longer true. */
const STALE_MS = 300;

export type VoiceReader = { readonly read: (nowMs: number) => number; readonly stop: () => void };

/**
 * How loud the other party is, from the level that each packet carries (RFC 6464): known before the sound is played,
 * and also when the sound is off here. From the sound itself where the other end sends none.
 */
export function createVoiceReader(streams: CallStreams, callId: string): VoiceReader {
  let analyser: LevelReader | undefined;
  let last = { rtpTimestamp: -1, atMs: 0 };

  function read(nowMs: number): number {
    const receiver = streams
      .connection(callId)
      ?.getReceivers()
      .find(({ track }) => track.kind === 'audio');
    const source = receiver?.getSynchronizationSources()[0];
    if (receiver === undefined || source === undefined) return 0;
    if (source.audioLevel === undefined) {
      analyser ??= createLevelReader(new MediaStream([receiver.track]));
      return analyser.read();
    }
    if (source.rtpTimestamp !== last.rtpTimestamp) last = { rtpTimestamp: source.rtpTimestamp, atMs: nowMs };
    return nowMs - last.atMs > STALE_MS ? 0 : levelOfPower(source.audioLevel ** 2);
  }

  return { read, stop: () => analyser?.stop() };
}
