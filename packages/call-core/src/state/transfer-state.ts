import type { MediaKinds } from '../media-kinds.ts';
import type { LocalMediaEvent, RemoteUser, SignallingEvent } from '../ports.ts';

/** The address that the peer of a call is to call instead, or that the own user is asked to call. */
type Target = { readonly target: RemoteUser };

/** The user has asked the remote user to call a third user (decision D87): the call goes on until that works. */
export type OwnTransfer = Target & {
  readonly side: 'own';
  readonly callId: string;
  /**
   * `asked`: the remote user reads the question; `ringing`: the target rings; `done`: the target has answered, and the
   * call is over; `failed`: the call goes on.
   */
  readonly phase: 'asked' | 'ringing' | 'done' | 'failed';
  /** Why it failed, as a SIP status. */
  readonly status?: number;
  /** The status is the answer to REFER: nothing was asked of the remote user. Absent = the remote user reported it. */
  readonly isRefused?: true;
  /** The user is in a call with each of the two (decision D101): `callId` is the one with `user`, `otherId` with the target. */
  readonly attended?: { readonly user: RemoteUser; readonly otherId: string };
};

/** The remote user asks the own user to call a third user. */
export type PeerTransfer = Target & {
  readonly side: 'peer';
  readonly callId: string;
  readonly by: RemoteUser;
  /** What the call has, and so the call to the target. */
  readonly wanted: MediaKinds;
  /** Names the question in answers to the peer; undefined when the call with the peer is over. */
  readonly referId: number | undefined;
  /** Value of Replaces for the call to the target, which the peer already talks with (decision D101). */
  readonly replaces?: string;
} & (
    | { readonly phase: 'asked' }
    /** The target is being called, while the call with the peer goes on. */
    | {
        readonly phase: 'calling';
        readonly newCallId: string;
        readonly isRinging: boolean;
        /** The INVITE has been sent. */
        readonly isInvited: boolean;
        /** The devices of the new call that work. */
        readonly devices?: { readonly audio: boolean; readonly video: boolean };
      }
    /** The target has answered, and its call takes the place of the one with the peer. */
    | { readonly phase: 'switching'; readonly newCallId: string; readonly replay: readonly ReplayedEvent[] }
    | {
        readonly phase: 'failed';
        readonly status: number;
        /** The peer has not been told, because the call is interrupted (decision D80). */
        readonly isUntold?: true;
      }
  );

/** What happened to the new call before it was the call of the page. */
export type ReplayedEvent = Extract<
  SignallingEvent | LocalMediaEvent,
  { type: 'mediaAcquired' | 'ringing' | 'callAccepted' }
>;

export type TransferState = OwnTransfer | PeerTransfer;

/** What the user wants of a transfer. */
export type TransferOrder =
  /** Asks the remote user to call `target`. */
  | { readonly do: 'ask'; readonly target: string }
  /** Connects the users of the own two calls with each other (decision D101). */
  | { readonly do: 'connect' }
  /** Invites a third user into the call (decision D102). */
  | { readonly do: 'inviteThird'; readonly target: string }
  /** Asks once more whether a user may join, after the two others have lost each other, or were not connected. */
  | { readonly do: 'inviteAgain' }
  /** Makes one call of three of the own two calls, whose users are connected with each other. */
  | { readonly do: 'talkWithBoth' }
  /** Calls the user that the remote user has named. */
  | { readonly do: 'accept' }
  /** Stays in the call, or stops calling the target. */
  | { readonly do: 'decline' }
  /** The user has read how the transfer ended. */
  | { readonly do: 'dismiss' };
