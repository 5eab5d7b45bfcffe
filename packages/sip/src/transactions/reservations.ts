import type { SipMessage, SipRequest } from '../message.ts';
import type { FlowId, Reservation, ServerTransaction, TransactionLayerOptions } from './transaction.ts';

/** A reservation and the number of transactions that use it. */
export type SharedReservation = { readonly reservation: Reservation | undefined; transactions: number };

/** Estimated memory of a transaction without its message: objects, keys, timers. */
const TRANSACTION_BYTES = 1024;
const HEADER_BYTES = 64;

/** Estimated memory of a message, with two bytes per character. */
function sizeOf({ headers, body }: SipMessage): number {
  const values = headers.reduce((sum, { value }) => sum + 2 * value.length + HEADER_BYTES, 0);
  return values + 2 * body.length;
}

/** The memory of requests, which a server transaction shares with the client transactions that forward its request. */
export type Reservations = {
  /** Reserves memory for a received request; undefined if there is no room. */
  open(request: SipRequest, flow: FlowId): SharedReservation | undefined;
  /** Names the transaction whose reservation it is. */
  assign(transaction: ServerTransaction, shared: SharedReservation): void;
  /** Shares the reservation of the request that is forwarded, if that has not been released. */
  share(cause: ServerTransaction | undefined): SharedReservation | undefined;
  /** Counts a message that is kept, in place of `before` if that is kept no longer. */
  keep(shared: SharedReservation | undefined, message: SipMessage | undefined, before?: SipMessage): void;
  release(shared: SharedReservation | undefined): void;
};

export function createReservations({ reserve }: Pick<TransactionLayerOptions, 'reserve'>): Reservations {
  const reservations = new WeakMap<ServerTransaction, SharedReservation>();
  return {
    open(request, flow) {
      const reservation = reserve?.(flow, TRANSACTION_BYTES + sizeOf(request));
      return reservation === undefined && reserve !== undefined
        ? undefined
        : { reservation, transactions: 1 };
    },
    assign: (transaction, shared) => void reservations.set(transaction, shared),
    share(cause) {
      const shared = cause && reservations.get(cause);
      if (shared === undefined || shared.transactions === 0) return undefined;
      shared.transactions += 1;
      return shared;
    },
    keep(shared, message, before) {
      const bytes = (message ? sizeOf(message) : 0) - (before ? sizeOf(before) : 0);
      if (shared !== undefined && shared.transactions > 0) shared.reservation?.add(bytes);
    },
    release(shared) {
      if (shared === undefined) return;
      shared.transactions -= 1;
      if (shared.transactions === 0) shared.reservation?.release();
    },
  };
}
