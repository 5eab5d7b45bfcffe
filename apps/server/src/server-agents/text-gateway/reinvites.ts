import type { ServerTransaction, SipResponse } from '@samtal/sip';
import { isSuccess } from '@samtal/sip';
import { type End, type Ends, otherEnd, sideOf } from './ends.ts';
import type { Leg } from './leg.ts';
import { answerIn, fieldsOf, offerIn, passedStatus, withSdp } from './message-parts.ts';
import type { TextNegotiation } from './text-negotiation.ts';

type Options = {
  readonly ends: Ends;
  /** The text has changed, as offer and answer have agreed. */
  readonly agreed: () => void;
  /** A dialog does not exist any more, or is not in order (RFC 5057 §5.1). */
  readonly dialogLost: () => void;
};

/** Passes each re-INVITE of an end to the other end, one at a time (RFC 3261 §14.1, §14.2). */
export type Reinvites = {
  /** @param negotiation undefined = the call is not established */
  receive(
    from: End,
    leg: Leg,
    transaction: ServerTransaction,
    negotiation: TextNegotiation | undefined,
  ): void;
  /** Refuses the re-INVITE that waits for an answer, because the call has ended. */
  close(): void;
};

type Pending = {
  readonly from: End;
  readonly leg: Leg;
  readonly transaction: ServerTransaction;
  readonly negotiation: TextNegotiation;
};

export function createReinvites({ ends, agreed, dialogLost }: Options): Reinvites {
  /** The re-INVITE that the other end has not answered. */
  let pending: Pending | undefined;

  function answer(response: SipResponse | undefined): void {
    if (pending === undefined) return;
    const { from, leg, transaction, negotiation } = pending;
    pending = undefined;
    const description = response && isSuccess(response) ? answerIn(response) : undefined;
    if (description !== undefined) {
      const body = negotiation.answer(sideOf(ends, otherEnd(from)), description);
      leg.respond(transaction, 200, { content: { type: 'application/sdp', body } });
      agreed();
      return;
    }
    const isRefused = response === undefined || !isSuccess(response);
    const more = response === undefined ? [] : fieldsOf(response, ['Retry-After']);
    leg.respond(transaction, isRefused ? passedStatus(response) : 502, { headers: more });
    if (!isRefused || response === undefined || response.status === 481 || response.status === 408)
      dialogLost();
  }

  return {
    receive(from, leg, transaction, negotiation) {
      const other = ends[otherEnd(from)];
      if (other === undefined || negotiation === undefined) {
        leg.respond(transaction, 491);
        return;
      }
      if (pending !== undefined) {
        if (pending.from === from)
          leg.respond(transaction, 500, { headers: [{ name: 'Retry-After', value: '1' }] });
        else leg.respond(transaction, 491);
        return;
      }
      const offer = offerIn(transaction.request);
      if (typeof offer === 'number') {
        leg.respond(transaction, offer);
        return;
      }
      pending = { from, leg, transaction, negotiation };
      const converted = negotiation.offer(sideOf(ends, from), offer);
      transaction.onCancel = other.reinvite(withSdp(transaction.request, offer.sdp, converted), answer);
    },
    close() {
      pending?.leg.respond(pending.transaction, 487);
      pending = undefined;
    },
  };
}
