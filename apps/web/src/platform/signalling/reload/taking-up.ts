import type { NegotiatedMedia, SignallingEvent } from '@samtal/call-core';

export type TakingUpEvents = {
  readonly emit: (event: SignallingEvent) => void;
  /** The other dialog is established. */
  readonly onTaken: (media: NegotiatedMedia) => void;
  /** It is not; `status` is that of the peer's or the server's refusal. */
  readonly onFailed: (status?: number) => void;
};

/**
 * The `emit` of a call whose dialog shall replace another one. Until it is established, the user and the core
 * know only the call that goes on: nothing rings, and a failure does not end that call.
 */
export function takingUp({ emit, onTaken, onFailed }: TakingUpEvents): (event: SignallingEvent) => void {
  let isTaken = false;
  return (event) => {
    if (isTaken) {
      emit(event);
      return;
    }
    switch (event.type) {
      case 'callAccepted':
        isTaken = true;
        onTaken(event.media);
        return;
      case 'callRefused':
        onFailed(event.status);
        return;
      case 'setUpFailed':
      case 'callBroken':
      case 'inviteCancelled':
      case 'remoteHungUp':
      case 'callClosed':
        onFailed();
        return;
      default:
        return;
    }
  };
}
