import type { CallStreams } from './call-streams.ts';
import { sendInstead } from './replace-track.ts';

export type FollowDevicesOptions = {
  readonly streams: CallStreams;
  readonly restoreSending: (callId: string) => void;
  /** The two calls of a call of three, the one in front first; undefined = there is none. */
  readonly pair: () => readonly [string, string] | undefined;
};

const deviceOf = (track: MediaStreamTrack): string | undefined => track.getSettings().deviceId;

/**
 * In a call of three both calls send the same devices (decision D102): when another camera or microphone is chosen for the
 * call in front, the other call sends a copy of it.
 */
export function followDevices({ streams, restoreSending, pair }: FollowDevicesOptions): void {
  const replacing = new Set<MediaStreamTrack>();

  async function replace(callId: string, old: MediaStreamTrack, source: MediaStreamTrack): Promise<void> {
    const fresh = source.clone();
    try {
      await sendInstead(streams.connection(callId), old, fresh);
    } catch {
      fresh.stop();
      return;
    }
    const stream = streams.get(callId, 'local');
    // The call has ended meanwhile.
    if (stream?.getTracks().includes(old) !== true) {
      fresh.stop();
      return;
    }
    old.stop();
    const tracks = stream.getTracks().map((track) => (track === old ? fresh : track));
    streams.set(callId, 'local', new MediaStream(tracks));
    restoreSending(callId);
  }

  function compare(): void {
    const [front, other] = pair() ?? [];
    if (front === undefined || other === undefined) return;
    for (const source of streams.get(front, 'local')?.getTracks() ?? []) {
      const old = streams
        .get(other, 'local')
        ?.getTracks()
        .find(({ kind }) => kind === source.kind);
      if (old === undefined || source.readyState !== 'live' || replacing.has(old)) continue;
      if (old.readyState === 'live' && deviceOf(old) === deviceOf(source)) continue;
      replacing.add(old);
      void replace(other, old, source);
    }
  }

  streams.subscribe(compare);
}
