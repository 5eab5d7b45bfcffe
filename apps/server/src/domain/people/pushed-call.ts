import type { IncomingCall } from './incoming-call.ts';

/** A call for devices that cannot be reached over SIP (decision D78). */
export type CallToPush = IncomingCall & {
  /** The body of the INVITE. */
  readonly offer: string;
  /** When the call stops ringing, in milliseconds since the epoch. */
  readonly until: number;
};

/** What pushed devices tell about a call, by web requests. */
export type PushedCallEvents = {
  /** A device shows the call. */
  rang(): void;
  /** The user rejects the call on all devices. @returns false when the call rings no more */
  rejected(): boolean;
  /** A device has logged out, or is subscribed no more for another reason: the call need not wait for it. */
  left(instance: string): void;
};

/** What became of a call, for the devices that show it. */
export type PushedCallOutcome = 'answered' | 'rejected' | 'missed';

/** The pushes of one call. A device is named by its instance, a UUID in lower case. */
export type PushedCall = {
  /**
   * Pushes the call to those subscribed devices that `isWanted` selects; to none twice.
   * @returns the selected devices whose push service has accepted a push; never rejects
   */
  push(isWanted: (instance: string) => boolean): Promise<readonly string[]>;
  /**
   * Ends the call for the pushed devices; later calls of `push` have no effect.
   * @param reached devices that got the call over SIP: they know how it ended
   */
  end(outcome: PushedCallOutcome, reached: ReadonlySet<string>): void;
};

/** Begins the pushes of a call; the callee may have no device that is pushed. */
export type PushCall = (call: CallToPush, events: PushedCallEvents) => PushedCall;
