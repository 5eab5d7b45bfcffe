import type { LocalMedia, MediaFailure, OutsideEvent } from '@samtal/call-core';

export type FakeLocalMedia = LocalMedia & {
  /** Result of the next `acquire` and `prime`: undefined = success, `silent` = the prompt stays open. */
  failure: MediaFailure | 'silent' | undefined;
  /** Calls whose tracks are live. */
  readonly live: ReadonlySet<string>;
  /** `audio+video`, `audio` …: the open devices of a call. */
  openNow(callId: string): string;
  /** How often each call's media was released. */
  readonly releases: ReadonlyMap<string, number>;
  /** `audio off`, `video on` …: the calls of `setSending`, in order. */
  readonly sending: readonly string[];
  /** Calls that are held: nothing of their devices is sent. */
  readonly held: ReadonlySet<string>;
  /** `audio+video`, `audio` …: the media opened for calls, in order. */
  readonly acquired: readonly string[];
  /** `audio+video`, `audio` …: the media for which permission was requested, in order. */
  readonly primed: readonly string[];
};

const namesOf = ({ audio, video }: { audio: boolean; video: boolean }): string =>
  [audio ? 'audio' : '', video ? 'video' : ''].filter(Boolean).join('+');

export function createFakeLocalMedia(emit: (event: OutsideEvent) => void): FakeLocalMedia {
  const live = new Set<string>();
  const releases = new Map<string, number>();
  const sending: string[] = [];
  const held = new Set<string>();
  const acquired: string[] = [];
  const primed: string[] = [];
  const open = new Map<string, { audio: boolean; video: boolean }>();
  const report = (callId: string, change: { audio?: boolean; video?: boolean }): void => {
    const kinds = { audio: false, video: false, ...open.get(callId), ...change };
    open.set(callId, kinds);
    emit({ type: 'devicesChanged', callId, ...kinds });
  };
  return {
    failure: undefined,
    live,
    releases,
    sending,
    held,
    acquired,
    primed,
    acquire(callId, { audio, video }) {
      acquired.push(namesOf({ audio, video }));
      if (this.failure === 'silent') return;
      if (this.failure !== undefined) {
        emit({ type: 'mediaFailed', callId, failure: this.failure });
        return;
      }
      live.add(callId);
      open.set(callId, { audio, video });
      emit({ type: 'mediaAcquired', callId, audio, video });
    },
    openNow: (callId) => namesOf(open.get(callId) ?? { audio: false, video: false }),
    open(callId, kind) {
      if (this.failure === 'silent') return;
      if (this.failure !== undefined) {
        emit({ type: 'deviceFailed', callId, kind, failure: this.failure });
        return;
      }
      live.add(callId);
      report(callId, { [kind]: true });
      emit({ type: 'deviceOpened', callId, kind });
    },
    close(callId, kind) {
      // A call without open devices has nothing to close, and nothing to report.
      if (open.has(callId)) report(callId, { [kind]: false });
    },
    setSending: (_callId, kind, isOn) => void sending.push(`${kind} ${isOn ? 'on' : 'off'}`),
    setHeld: (callId, isHeld) => void (isHeld ? held.add(callId) : held.delete(callId)),
    prime({ audio, video }) {
      primed.push(namesOf({ audio, video }));
      if (this.failure === 'silent') return;
      emit({ type: 'permissionChanged', isDenied: this.failure === 'denied' });
    },
    lookForPrompt() {
      if (this.failure === 'silent') emit({ type: 'promptFound' });
    },
    release(callId) {
      live.delete(callId);
      held.delete(callId);
      open.delete(callId);
      releases.set(callId, (releases.get(callId) ?? 0) + 1);
    },
  };
}
