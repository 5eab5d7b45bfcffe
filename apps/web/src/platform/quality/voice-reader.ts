import type { CallStreams } from '../media/call-streams.ts';
import { createLevelReader, type LevelReader, levelOfPower } from '../media/level-meter.ts';

/** Without packets for this long, the last packet's loudness is out of date. */
const STALE_MS = 300;

export type VoiceReader = { readonly read: (nowMs: number) => number; readonly stop: () => void };

/**
 * Reads the loudness of the remote user from the level in each packet (RFC 6464), which is known before the
 * sound is played and also when sound is off here. If the peer sends no levels, the sound itself is measured.
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
