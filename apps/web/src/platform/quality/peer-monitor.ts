import { type Clock, initialPeerWatch, type Log, type PeerSigns, stepPeerWatch } from '@samtal/call-core';
import type { PeerMonitor } from '../../client/ports/peer-monitor.ts';
import type { CallStreams } from '../media/call-streams.ts';
import { isBlack } from './is-black.ts';
import { sendKeyFrames } from './key-frames.ts';
import { readEvery } from './read-every.ts';
import { arrivalsIn, readStats, type Stat } from './read-quality.ts';
import { createServerProbe } from './server-probe.ts';

const INTERVAL_MS = 1000;

/** The same in a gap of the network: the video comes back with the key frame that is sent at its end. */
const GAP_INTERVAL_MS = 200;

/** How long nothing arrives, with and without media, before our own server is asked: less than the core waits. */
const QUIET_MS = { withMedia: 2000, withoutMedia: 6000 };

/** Energy of sound, as the statistics count it, that no microphone stays below for a second: -60 dB. */
const LEAST_ENERGY = 1e-6;

export type PeerMonitorOptions = {
  readonly streams: CallStreams;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether our own server answers now; never rejects. */
  readonly reachServer: () => Promise<boolean>;
};

type Counters = {
  readonly arrivals: number;
  readonly frames: number;
  readonly energy: number;
  readonly rtpTimestamp: number;
};

const nothingYet: Counters = { arrivals: 0, frames: 0, energy: 0, rtpTimestamp: -1 };

const receivesFrom = (
  connection: RTCPeerConnection,
  kind: 'audio' | 'video',
  screenId: string | undefined,
): boolean =>
  connection
    .getTransceivers()
    .some(
      ({ receiver, currentDirection }) =>
        receiver.track.kind === kind &&
        receiver.track.id !== screenId &&
        (currentDirection === 'sendrecv' || currentDirection === 'recvonly'),
    );

/** The latest packet of the remote sound, with its level (RFC 6464); undefined before the first one. */
const latestSound = (connection: RTCPeerConnection): RTCRtpSynchronizationSource | undefined =>
  connection
    .getReceivers()
    .find(({ track }) => track.kind === 'audio')
    ?.getSynchronizationSources()[0];

function soundOf(
  source: RTCRtpSynchronizationSource | undefined,
  before: Counters,
  now: Counters,
): PeerSigns['sound'] {
  if (source?.audioLevel === undefined || source.rtpTimestamp === before.rtpTimestamp) return 'unknown';
  const isHeard = source.audioLevel > 0 || now.energy - before.energy > LEAST_ENERGY;
  return isHeard ? 'heard' : 'silence';
}

function pictureOf(
  video: HTMLVideoElement | undefined,
  before: Counters,
  now: Counters,
): PeerSigns['picture'] {
  if (now.frames <= before.frames) return 'still';
  const isDark = video === undefined ? undefined : isBlack(video);
  return isDark === undefined ? 'unknown' : isDark ? 'black' : 'seen';
}

function countersIn(stats: readonly Stat[], rtpTimestamp: number, screenId: string | undefined): Counters {
  const incoming = (kind: string) =>
    stats.find(
      (stat) =>
        stat.type === 'inbound-rtp' && stat.kind === kind && stat.trackIdentifier !== (screenId ?? ''),
    );
  return {
    arrivals: arrivalsIn(stats),
    frames: incoming('video')?.framesDecoded ?? 0,
    energy: incoming('audio')?.totalAudioEnergy ?? 0,
    rtpTimestamp,
  };
}

/**
 * Reads the signs of the peer from the connections in `streams`: once a second, and five times a second while nothing
 * arrives. When something arrives again, it sends key frames.
 */
export function createPeerMonitor({ streams, clock, log, reachServer }: PeerMonitorOptions): PeerMonitor {
  return {
    watch(callId, video, onView) {
      const probe = createServerProbe(reachServer);
      let counters = nothingYet;
      let watch = initialPeerWatch;
      let arrivedAtMs = clock.now();
      /** Nothing has arrived between the last two readings. */
      let isGap = false;
      let intervalMs = INTERVAL_MS;

      async function read(isStopped: () => boolean): Promise<void> {
        const connection = streams.connection(callId);
        if (connection === undefined) return;
        const stats = await readStats(connection);
        // A shared screen says nothing about the camera of the peer (decision D88).
        const screenId = streams.get(callId, 'screen')?.getVideoTracks()[0]?.id;
        const source = latestSound(connection);
        const before = counters;
        counters = countersIn(stats, source?.rtpTimestamp ?? -1, screenId);
        const hasArrived = counters.arrivals > before.arrivals;
        const isConnected = !['disconnected', 'failed', 'closed'].includes(connection.connectionState);
        const atMs = clock.now();
        // In a gap of the network nothing arrives at either end, so the peer lacks frames of this side too.
        if (hasArrived && isGap) sendKeyFrames(connection);
        isGap = !hasArrived;
        if (hasArrived) arrivedAtMs = atMs;
        const sends = {
          audio: receivesFrom(connection, 'audio', screenId),
          video: receivesFrom(connection, 'video', screenId),
        };
        const hasMedia = sends.audio || sends.video;
        intervalMs = isGap && hasMedia ? GAP_INTERVAL_MS : INTERVAL_MS;
        const limitMs = hasMedia ? QUIET_MS.withMedia : QUIET_MS.withoutMedia;
        const isQuiet = !isConnected || atMs - arrivedAtMs >= limitMs;
        const next = stepPeerWatch(watch, {
          atMs,
          sends,
          isConnected,
          hasArrived,
          picture: pictureOf(video(), before, counters),
          sound: soundOf(source, before, counters),
          isServerReached: probe.during(isQuiet),
        });
        if (isStopped()) return;
        const { view } = watch;
        watch = next;
        if (next.view !== view) onView(next.view);
      }

      return readEvery(
        clock,
        () => intervalMs,
        read,
        (error) => log.debug('peer_watch_failed', { error: String(error) }),
      );
    },
  };
}
