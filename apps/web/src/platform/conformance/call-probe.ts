import type { CallProbe, VideoFacts } from '../../client/ports/call-probe.ts';
import { readStats, type Stat } from '../quality/read-quality.ts';
import { measureSync } from './measure-sync.ts';
import { readScreen } from './read-screen.ts';
import { soundTones } from './sound-tones.ts';
import { wait } from './wait.ts';

/** Frames are counted for this long. */
const WATCH_MS = 4_000;

type Kind = 'audio' | 'video';

/**
 * Measures a call in its connection and on its screen.
 * @param ended aborted when the call is over
 */
export function createCallProbe(connection: RTCPeerConnection, ended: AbortSignal): CallProbe {
  /** The medium as it is sent and received; undefined if the call does not have it in both directions. */
  const both = (kind: Kind) => {
    const used = connection
      .getTransceivers()
      .find(
        ({ receiver, currentDirection }) => receiver.track.kind === kind && currentDirection === 'sendrecv',
      );
    return used?.sender.track ? { sender: used.sender, received: used.receiver.track } : undefined;
  };

  const readVideo = async (): Promise<Stat | undefined> =>
    (await readStats(connection)).find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video');

  return {
    async soundTones(hertz) {
      const audio = both('audio');
      return audio === undefined ? undefined : soundTones(audio.sender, audio.received, hertz, ended);
    },
    async watchVideo(): Promise<VideoFacts | undefined> {
      if (both('video') === undefined) return undefined;
      const before = await readVideo();
      const startedAt = performance.now();
      await wait(WATCH_MS, ended);
      const after = await readVideo();
      const endedAt = performance.now();
      const frames = (after?.framesDecoded ?? 0) - (before?.framesDecoded ?? 0);
      return {
        width: after?.frameWidth ?? 0,
        height: after?.frameHeight ?? 0,
        framesPerSecond: (frames * 1000) / (endedAt - startedAt),
      };
    },
    async measureSync() {
      const audio = both('audio');
      const video = both('video');
      if (audio === undefined || video === undefined) return undefined;
      return measureSync(
        { audio: audio.sender, video: video.sender },
        { audio: audio.received, video: video.received },
        ended,
      );
    },
    readScreen,
  };
}
