/**
 * The call machine. Some of the specification's 18 statuses are phases of a call, the rest are outcomes:
 * each phase holds only the data it has, and `callStatusOf` derives the status name.
 *
 *              inviteReceived                      answer
 *   idle ───────────────────────▶ incoming ───────────────────▶ establishing
 *    │                               │ decline / cancelled           │ callAccepted
 *    │ call                          ▼                               ▼
 *    └──────▶ calling ──callAccepted──────────────────────────▶ accepted
 *                │ cancel            (local endings)                 │ hangUp
 *                ├──────────────────▶ ending ◀──────────────────────┤
 *                │ refused/broken       │ closed (2 s at most)       │ remoteHungUp, connectionLost
 *                ▼                      ▼ and shown                  ▼
 *              ended ──dismiss──▶ completed ◀──dismiss────────────  ended
 *
 * An `ended` call keeps its screen until it is dismissed, called again, or replaced by a new INVITE
 * (STATE-05, A-060). `completed` behaves as `idle` and remembers its call; so does `ending` once it is
 * closed.
 */
import type { MediaKinds, NegotiatedMedia } from '../media-kinds.ts';
import type { RemoteUser } from '../ports.ts';
import type { Toggles } from './panels-state.ts';

export type CallDirection = 'incoming' | 'outgoing';

export type CallIdentity = {
  readonly callId: string;
  readonly direction: CallDirection;
  /** `callB` and `callBName` of the specification. */
  readonly remoteUser: RemoteUser;
  /** Tones to send once the call is established, from a visitor's token (DTMF-05, A-051). */
  readonly ivr?: string;
  /** The number to call if no account has the address of `remoteUser`, which could be a name (DIAL-15). */
  readonly otherwise?: string;
  /** The user called by the emergency button, or made a test call there (decision D89). */
  readonly emergency?: EmergencyChoice;
  /** The other call of this side whose place this one takes when it is answered (decision D101). */
  readonly replaces?: string;
  /** The user held that other call already, and it stays so. */
  readonly wasHeld?: true;
  /** The address of the other user in the call of three that this one is to become (decision D102). */
  readonly withUser?: string;
  /** What was muted in the call from which this one follows; it begins with that. Absent = all is on. */
  readonly toggles?: Toggles;
};

/** How the user makes an emergency call; what is configured counts, whatever the settings of other calls are. */
export type EmergencyChoice = {
  readonly media: MediaKinds;
  /** The microphone begins muted, nothing is played, and the device does not vibrate: someone may be listening. */
  readonly isSilent: boolean;
};

/** Endings by this side; each is followed by COMPLETED (STATE-11, -12, -13). */
export type LocalOutcome = 'canceledLocal' | 'rejectedLocal' | 'terminatedLocal';

/** Outcomes that this side did not choose: the screen of an `ended` call shows them until it is dismissed. */
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

/** Outcome of a call that is not tried: unregistered contact, or visitor not logged in. */
export type BarredOutcome = Extract<
  RemoteOutcome,
  'unregisteredNumber' | 'authenticationError' | 'tokenInvalid' | 'tokenExpired'
>;

/** Why the remote user did not take the call; the text on the screen depends on it. */
export type RefusalReason = 'noAnswer' | 'notReachable' | 'couldNotAnswer' | 'busy';

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'incoming'; readonly call: CallIdentity; readonly offered: MediaKinds }
  | {
      readonly phase: 'calling';
      readonly call: CallIdentity;
      readonly wanted: MediaKinds;
      /**
       * `denied`: the browser denies camera and microphone, and the user may go on with text (decision D32).
       * `locating`: an emergency call waits up to 1 s for the first position (decision D19).
       */
      readonly progress: 'acquiringMedia' | 'denied' | 'locating' | 'inviting' | 'ringing';
    }
  | {
      readonly phase: 'establishing';
      readonly call: CallIdentity;
      readonly wanted: MediaKinds;
      readonly progress: 'acquiringMedia' | 'denied' | 'answering';
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
      /** The call waits for no message any more: another call can begin. */
      readonly isClosed?: true;
      /** The ending has been shown long enough (decision D37). */
      readonly isShown?: true;
    }
  | {
      readonly phase: 'ended';
      readonly call: CallIdentity;
      readonly outcome: RemoteOutcome;
      readonly refusal?: RefusalReason;
      /** The message with which the callee declined (decision D33); untrusted text. */
      readonly words?: string;
      /** The call rang here, and no device of the user answered or declined it. */
      readonly isMissed?: true;
      /** This side has lost its connection to the server (REG-03). */
      readonly isCutOff?: true;
      /** The local outcome of a call whose connection was lost, while that status is shown (decision D37). */
      readonly localEnding?: LocalOutcome;
      /** An accepted call failed because of a fault between the two ends; neither side ended it. */
      readonly isBroken?: true;
    }
  | {
      readonly phase: 'completed';
      readonly call: CallIdentity;
      readonly outcome: LocalOutcome | RemoteOutcome;
    };
