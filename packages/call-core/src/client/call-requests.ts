import { type Target, targetOf } from '../call/target.ts';
import { isEmergency } from '../geolocation/emergency.ts';
import type { MediaKinds } from '../media-kinds.ts';
import type { RemoteUser } from '../ports.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { BarredOutcome, CallIdentity, EmergencyChoice } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';
import { callBlockedBy, wantedMedia } from './call-blocked-by.ts';

export type CallOptions = {
  /** Tones to send once the call is established, e.g. `12,34`; a comma is a pause (DTMF-05, A-051). */
  readonly ivr?: string;
  /** What the call begins with, chosen for this call; absent = as set (decision D33). */
  readonly media?: MediaKinds;
  /** The call is one by the emergency button, which decides what it is made of (decision D89). */
  readonly emergency?: EmergencyChoice;
};

/** @param media what the user chose for the call; absent = as set */
export type AskBeforeEmergency = (address: string, media?: MediaKinds) => void;

/** The calls that the user asks for. */
export type CallRequests = {
  /**
   * Calls `target`: `bobby`, `bobby@demo.example` or `sip:bobby@demo.example`. A blank target is ignored
   * (DIAL-09, -10, A-104).
   */
  call(target: string, options?: CallOptions): void;
  /** Shows the screen of a call to `target` with the reason why it is not tried (STATE-20, -22, -23). */
  barCall(target: string, outcome: BarredOutcome): void;
  /** Calls the remote user of an ended call again, while its screen is open (CALLSCR-07, -08, -10). */
  callAgain(): void;
};

/** A new id of an outgoing call. */
export const createCallId = (random: () => number): string =>
  `out-${Math.floor(random() * 2 ** 48).toString(36)}`;

/** @param askFirst gets calls to emergency numbers, except those by the emergency button; undefined = nothing does */
export function createCallRequests(
  random: () => number,
  getState: () => ClientState,
  deliver: (event: ClientEvent) => void,
  askFirst: () => AskBeforeEmergency | undefined,
): CallRequests {
  const isForHelp = (address: string): boolean =>
    isEmergency(address, getState().settings?.emergencyNumbers ?? []);

  const readTarget = (typed: string): Target | undefined =>
    targetOf(typed, getState().settings?.account.address ?? '', isForHelp);

  function request(
    remoteUser: RemoteUser,
    more: Pick<CallIdentity, 'ivr' | 'otherwise' | 'emergency'>,
    media?: MediaKinds,
  ): void {
    const state = getState();
    const { settings } = state;
    if (settings === undefined) return;
    const wanted = wantedMedia(settings, media, more.emergency);
    const block = callBlockedBy(state, remoteUser.address, media, more.emergency);
    if (block === 'inCall') {
      const { call } = state;
      const isPressedAgain = call.phase === 'calling' && call.call.remoteUser.address === remoteUser.address;
      if (isPressedAgain || !isForHelp(remoteUser.address)) return;
      // Help does not wait for the end of another call.
      deliver({ type: 'callsLeft' });
    } else if (block !== undefined) return deliver({ type: 'callRefusedHere', why: block });
    deliver({ type: 'callRequested', callId: createCallId(random), remoteUser, wanted, ...more });
  }

  return {
    call(target, { media, ...more } = {}) {
      const found = readTarget(target);
      if (found !== undefined) {
        const { address, ...otherwise } = found;
        const ask = askFirst();
        if (ask && more.emergency === undefined && isForHelp(address)) return ask(address, media);
        request({ address }, { ...otherwise, ...more }, media);
      } else if (getState().settings !== undefined && target.trim() !== '')
        deliver({ type: 'callRefusedHere', why: 'uncallable' });
    },
    barCall(target, outcome) {
      const { address } = readTarget(target) ?? { address: target };
      deliver({ type: 'callBarred', callId: createCallId(random), remoteUser: { address }, outcome });
    },
    callAgain() {
      const { call } = getState();
      if (call.phase !== 'ended') return;
      const { remoteUser, ivr, emergency } = call.call;
      // A silent call stays silent.
      request(remoteUser, { ...(ivr === undefined ? {} : { ivr }), ...(emergency && { emergency }) });
    },
  };
}
