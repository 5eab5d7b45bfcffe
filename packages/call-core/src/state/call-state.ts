/**
 * The call machine. Of the specification's 18 statuses some are phases of a call and the rest are outcomes:
 * each phase carries only what exists then, and `callStatusOf` derives the status name.
 *
 *              inviteReceived                      answer
 *   idle ───────────────────────▶ incoming ───────────────────▶ establishing
 *    │                               │ decline / cancelled           │ callAccepted
 *    │ call                          ▼                               ▼
 *    └──────▶ calling ──callAccepted──────────────────────────▶ accepted
 *                │ cancel            (local endings)                 │ hangUp
 *                ├──────────────────▶ ending ◀──────────────────────┤
 *                │ refused/broken       │ closed (2 s at most)       │ remoteHungUp, lineLost
 *                ▼                      ▼ and shown                  ▼
 *              ended ──dismiss──▶ completed ◀──dismiss────────────  ended
 *
 * `ended` keeps its screen until dismissed, called again, or replaced by a new invite (STATE-05, A-060).
 * `completed` behaves as `idle` and remembers who it was; so does `ending` once it is closed.
 */
import type { MediaKinds, NegotiatedMedia } from '../media-kinds.ts';
import type { Party } from '../ports.ts';

export type CallDirection = 'incoming' | 'outgoing';

export type CallIdentity = {
  readonly callId: string;
  readonly direction: CallDirection;
  /** callB and callBName of the specification. */
  readonly party: Party;
  /** Tones to send once it is established, from a visitor's token (DTMF-05, A-051). */
  readonly ivr?: string;
  /** Called in place of `party` when nobody has its address: the number of what might have been a name (DIAL-15). */
  readonly otherwise?: string;
};

/** Endings this side chose; each is followed by COMPLETED (STATE-11, -12, -13). */
export type LocalOutcome = 'canceledLocal' | 'rejectedLocal' | 'terminatedLocal';

/** Endings that leave a screen behind. */
export type RemoteOutcome =
  | 'busy'
  | 'rejectedRemote'
  | 'canceledRemote'
  | 'terminatedRemote'
  | 'failed'
  | 'unknownNumber'
  | 'unregisteredNumber'
  | 'authenticationError'
  | 'tokenInvalid'
  | 'tokenExpired';

/** A call that is not even tried: outside the registered contacts, or by a visitor who could not be signed in. */
export type BarredOutcome = Extract<
  RemoteOutcome,
  'unregisteredNumber' | 'authenticationError' | 'tokenInvalid' | 'tokenExpired'
>;

/** Why the other party did not take the call; the screen's words follow it. */
export type RefusalReason = 'noAnswer' | 'notReachable' | 'couldNotAnswer' | 'busy';

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'incoming'; readonly call: CallIdentity; readonly offered: MediaKinds }
  | {
      readonly phase: 'calling';
      readonly call: CallIdentity;
      readonly wanted: MediaKinds;
      /** `locating`: an emergency call waits a moment for the first position (decision D19). */
      readonly progress: 'acquiringMedia' | 'locating' | 'inviting' | 'ringing';
    }
  | {
      readonly phase: 'establishing';
      readonly call: CallIdentity;
      readonly wanted: MediaKinds;
      readonly progress: 'acquiringMedia' | 'answering';
    }
  | {
      readonly phase: 'accepted';
      readonly call: CallIdentity;
      readonly media: NegotiatedMedia;
      /** Milliseconds since the epoch. */
      readonly acceptedAt: number;
    }
  | {
      readonly phase: 'ending';
      readonly call: CallIdentity;
      readonly outcome: LocalOutcome;
      /** No message of it is awaited any more: another call can begin. */
      readonly isClosed?: true;
      /** It has been shown long enough (decision D37). */
      readonly isShown?: true;
    }
  | {
      readonly phase: 'ended';
      readonly call: CallIdentity;
      readonly outcome: RemoteOutcome;
      readonly refusal?: RefusalReason;
      /** It rang here and nobody, on no device, has dealt with it. */
      readonly isMissed?: true;
      /** This side has lost its line to the server (REG-03). */
      readonly isCutOff?: true;
      /** What a call that was cut off ends as here, while that status is shown (decision D37). */
      readonly localEnding?: LocalOutcome;
      /** It had been accepted, and then the way between the two ends broke: nobody wanted that. */
      readonly isBroken?: true;
    }
  | {
      readonly phase: 'completed';
      readonly call: CallIdentity;
      readonly outcome: LocalOutcome | RemoteOutcome;
    };
