import type { Clock, Log } from '@samtal/call-core';
import type { CallMonitor } from '../../client/ports/call-monitor.ts';
import { type QualityReading, type QualitySummary, summarise } from '../../client/quality/call-quality.ts';
import type { CallStreams } from '../media/call-streams.ts';
import { eachFrame } from '../page/each-frame.ts';
import { readEvery } from './read-every.ts';
import { readQuality, readStats } from './read-quality.ts';
import { createVoiceReader } from './voice-reader.ts';

const INTERVAL_MS = 2_000;

/** The quality of calls and the loudness of the remote user, read from the connections in `streams`. */
export function createCallMonitor(streams: CallStreams, clock: Clock, log: Log): CallMonitor {
  return {
    watchQuality(callId, onSummary) {
      let before: QualityReading | undefined;
      let summary: QualitySummary | undefined;

      async function read(isStopped: () => boolean): Promise<void> {
        const connection = streams.connection(callId);
        if (connection === undefined) return;
        const isConnected = !['disconnected', 'failed', 'closed'].includes(connection.connectionState);
        const now = readQuality(await readStats(connection), isConnected, clock.now());
        if (isStopped()) return;
        if (before !== undefined) {
          summary = summarise(before, now, summary);
          onSummary(summary);
        }
        before = now;
      }

      return readEvery(
        clock,
        () => INTERVAL_MS,
        read,
        (error) => log.debug('statistics_unreadable', { error: String(error) }),
      );
    },
    watchVoice(callId, onLevel) {
      const reader = createVoiceReader(streams, callId);
      const stopReading = eachFrame((nowMs) => onLevel(reader.read(nowMs), nowMs));
      return () => {
        stopReading();
        reader.stop();
      };
    },
  };
}
