import { historyIdOf } from '@samtal/api-contract';
import type { CallClient, ClientState, Clock, MediaKinds } from '@samtal/call-core';
import type { Alerts } from '../alerts/alerts.ts';
import { isFresh, OPENED_MS, type OpenedNote, type PushNotes } from '../ports/push-notes.ts';
import type { PushDevice } from '../ports/web-push.ts';
import { callTag } from '../ports/worker-messages.ts';
import type { SessionState } from '../session/session.ts';
import type { Store } from '../store/store.ts';

export type OpenedCallsOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'intents'>;
  readonly session: Store<SessionState>;
  readonly notes: Pick<PushNotes, 'take' | 'read'>;
  readonly device: Pick<PushDevice, 'closeNotices'>;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly clock: Clock;
  /** Resolves when the texts of pages are loaded. */
  readonly untilTexts: () => Promise<void>;
};

export type OpenedCalls = {
  /** Looks again for what the user wants; to be called when the service worker has changed a note. */
  readonly look: () => void;
  /** Whether the call with this id rings in this page. */
  readonly isRinging: (id: string) => boolean;
};

/** A call reaches a page that has registered almost immediately; if it does not come in this time, it is over. */
const ARRIVAL_MS = 4000;

const incomingIn = ({ call }: ClientState) => (call.phase === 'incoming' ? call : undefined);
const idOf = (callId: string): string => historyIdOf('incoming', callId);

const byText: MediaKinds = { audio: false, video: false, text: true };

/**
 * Answers a call that the user has answered on the notification of the service worker, and says so if the
 * call is over when the page is ready. Only a note of this browser counts, never an address: a caller knows
 * the id of the call and could send a link.
 */
export function followOpenedCalls(options: OpenedCallsOptions): OpenedCalls {
  const { client, session, notes, device, alerts, clock, untilTexts } = options;
  let stopWaiting: (() => void) | undefined;

  const ringingId = (): string | undefined => {
    const incoming = incomingIn(client.getState());
    return incoming === undefined ? undefined : idOf(incoming.call.callId);
  };

  function answer({ id, answer }: OpenedNote): void {
    const incoming = incomingIn(client.getState());
    // The caller may have given up while the note was read.
    if (incoming === undefined || idOf(incoming.call.callId) !== id || answer === 'not') return;
    client.intents.answer(answer === 'byText' && incoming.offered.text ? byText : undefined);
  }

  async function meet(id: string): Promise<void> {
    // The page rings by itself from now on.
    device.closeNotices(callTag(id));
    const opened = await notes.take('opened', (note) => note.id === id && isFresh(note, clock.now()));
    if (opened !== undefined) answer(opened);
  }

  /** Waits for the call that the user has opened; a page that is not registered cannot be called yet. */
  async function awaitCall(): Promise<void> {
    // The page of a passing visitor is not the app that the user has opened.
    const state = session.get();
    if (state.phase !== 'signedIn' || state.isPassing === true) return;
    const note = await notes.read('opened');
    if (note === undefined || stopWaiting !== undefined) return;
    const leftMs = isFresh(note, clock.now()) ? ARRIVAL_MS : 0;
    stopWaiting = clock.setTimer(leftMs, () => {
      stopWaiting = undefined;
      void giveUp(note);
    });
  }

  async function giveUp({ id, at }: OpenedNote): Promise<void> {
    if (ringingId() === id) return;
    const taken = await notes.take('opened', (note) => note.id === id && note.at === at);
    // A page that is opened long afterwards has nothing to say.
    if (taken === undefined || clock.now() - at >= OPENED_MS + ARRIVAL_MS) return;
    await untilTexts();
    alerts.show({ id: 'missedCall', type: 'info', message: { key: 'webpush.call_over' } }, { hint: true });
  }

  let before: string | undefined;
  /** The newest call that has rung here. */
  let met: string | undefined;
  let wasRegistered = false;
  const react = (): void => {
    const id = ringingId();
    const isRegistered = client.getState().registration.phase === 'registered';
    if (id !== undefined && id !== before) void meet(id);
    met = id ?? met;
    // The notification of a call that rings here no longer is out of date.
    if (id === undefined && before !== undefined) device.closeNotices(callTag(before));
    if (isRegistered && !wasRegistered) void awaitCall();
    before = id;
    wasRegistered = isRegistered;
  };
  react();
  client.subscribe(react);

  return {
    look() {
      const id = ringingId();
      if (id !== undefined) return void meet(id);
      // The push of a call may come when the user has already answered it here.
      if (met !== undefined) device.closeNotices(callTag(met));
      if (wasRegistered) void awaitCall();
    },
    isRinging: (id) => ringingId() === id,
  };
}
