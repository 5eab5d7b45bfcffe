import type { NegotiatedMedia, SignallingEvent } from '@samtal/call-core';

export type TakingUpEvents = {
  readonly emit: (event: SignallingEvent) => void;
  /** Both ends know that the other dialog is established. */
  readonly onTaken: (media: NegotiatedMedia) => void;
  /** It is not; `status` is that of the peer's or the server's refusal. */
  readonly onFailed: (status?: number) => void;
};

export type TakingUp = {
  readonly emit: (event: SignallingEvent) => void;
  /** The peer has the answer of this side. */
  readonly confirm: () => void;
  /** The answer was sent, and its ACK has not come. */
  readonly isUnconfirmed: () => boolean;
};

/**
 * The `emit` of a call whose dialog shall replace another one. Until it is established, the user and the core
 * know only the call that goes on: nothing rings, and a failure does not end that call. An answer of this side counts
 * when its ACK has come: a page that is loaded anew once more before it has the answer names the earlier dialog again.
 * @param isConfirmed this side sends the ACK itself, before the call is accepted
 */
export function takingUp({ emit, onTaken, onFailed }: TakingUpEvents, isConfirmed: boolean): TakingUp {
  let accepted: NegotiatedMedia | undefined;
  let isKnown = isConfirmed;
  let isTaken = false;
  let held: readonly SignallingEvent[] = [];

  function take(): void {
    if (isTaken || !isKnown || accepted === undefined) return;
    isTaken = true;
    onTaken(accepted);
    for (const event of held) emit(event);
    held = [];
  }
  function confirm(): void {
    isKnown = true;
    take();
  }
  function fail(status?: number): void {
    accepted = undefined;
    onFailed(status);
  }
  return {
    confirm,
    isUnconfirmed: () => accepted !== undefined && !isTaken,
    emit(event) {
      if (isTaken) {
        emit(event);
        return;
      }
      switch (event.type) {
        case 'callAccepted':
          accepted = event.media;
          take();
          return;
        case 'callRefused':
          fail(event.status);
          return;
        case 'setUpFailed':
        case 'callBroken':
        case 'inviteCancelled':
        case 'remoteHungUp':
        case 'callClosed':
          fail();
          return;
        default:
          if (accepted === undefined) return;
          held = [...held, event];
          // Text overtakes the ACK on a channel of its own. Only a peer that has the answer sends it.
          if (event.type === 'textReceived') confirm();
      }
    },
  };
}
