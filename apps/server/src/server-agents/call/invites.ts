import type { ServerTransaction, SipRequest } from '@samtal/sip';
import { headers } from '@samtal/sip';
import type { AgentEvent } from '../server-agent.ts';
import type { CallDialog } from './call-dialog.ts';
import type { CallPhase } from './call-phase.ts';
import { readOffer } from './read-offer.ts';

/** The SIP status in the Reason of a CANCEL (RFC 3326 §2). */
function causeIn(cancel: SipRequest): number | undefined {
  const [, cause] =
    /(?:^|,) *SIP *(?:;[^,]*)?; *cause *= *(\d{3})(?!\d)/i.exec(headers(cancel, 'Reason').join()) ?? [];
  return cause === undefined ? undefined : Number(cause);
}

export type InvitesOptions = {
  readonly dialog: CallDialog;
  readonly phase: CallPhase;
  /** Decimal digits for the o-line. */
  readonly sessionId: string;
  /** Called with each offer; `answer` or `refuse` must follow. */
  readonly offered: (event: AgentEvent) => void;
  /** Called when the call has been refused or cancelled, with the status in the Reason of the CANCEL. */
  readonly refused: (cancelCause?: number) => void;
};

export type Invites = {
  /** Handles the INVITE that opens the call. */
  open(transaction: ServerTransaction): void;
  /** Handles a re-INVITE. */
  receive(transaction: ServerTransaction): void;
  ring(): void;
  answer(sdp: string): void;
  refuse(status: number, retryAfterSeconds?: number): void;
  /** Sends the final response to an INVITE that is still open when the call ends. */
  end(status: number): void;
  /** Forgets an INVITE that is still open: it gets no response any more. */
  stop(): void;
};

/** Handles the INVITE and re-INVITEs of a call, one at a time; each gets one final response. */
export function createInvites({ dialog, phase, sessionId, offered, refused }: InvitesOptions): Invites {
  /** The INVITE that has no final response yet. */
  let pending: ServerTransaction | undefined;
  let sdpVersion = 0;

  function takePending(): ServerTransaction | undefined {
    const transaction = pending;
    pending = undefined;
    return transaction;
  }

  function consider(type: 'invited' | 'reinvited', transaction: ServerTransaction): void {
    pending = transaction;
    transaction.onCancel = (cancel) => {
      if (pending === transaction) close(487, {}, causeIn(cancel));
    };
    pass(type, transaction.request);
  }

  function pass(type: 'invited' | 'reinvited', request: SipRequest): void {
    const offer = readOffer(request);
    if (typeof offer === 'number') refuse(offer);
    else offered({ type, ...offer, session: { id: sessionId, version: ++sdpVersion } });
  }

  function close(status: number, more: { retryAfter?: number }, cancelCause?: number): void {
    const transaction = takePending();
    if (transaction === undefined) return;
    dialog.respond(transaction, status, more);
    // A refused re-INVITE does not change the call (RFC 3261 §14.2).
    if (phase.is('invited')) refused(cancelCause);
  }

  function refuse(status: number, retryAfterSeconds?: number): void {
    close(status, retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds });
  }

  return {
    open: (transaction) => consider('invited', transaction),
    receive(transaction) {
      // This INVITE came before the final response to the previous one (RFC 3261 §14.2).
      if (pending !== undefined) dialog.respond(transaction, 500, { retryAfter: 1 });
      else consider('reinvited', transaction);
    },
    ring() {
      if (pending !== undefined) dialog.respond(pending, 180);
    },
    answer(sdp) {
      const transaction = takePending();
      if (transaction === undefined) return;
      if (phase.is('invited')) phase.enter('accepted');
      dialog.respond(transaction, 200, { sdp });
    },
    refuse,
    end(status) {
      const transaction = takePending();
      if (transaction !== undefined) dialog.respond(transaction, status);
    },
    stop: () => void takePending(),
  };
}
