import { FifoMap } from 'toad-cache';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';

type Ticket<T> = { readonly holder: T; readonly until: number };

/** Names that are good for one use within a minute. */
export type Tickets<T> = {
  issue(holder: T): string;
  /** The holder of a ticket, which is used up; undefined = it is unknown, used or too old. */
  redeem(ticket: string): T | undefined;
};

/** @param elapsedMs monotonic milliseconds */
export function createTickets<T>(createSecret: () => string, elapsedMs: () => number): Tickets<T> {
  const issued = new FifoMap<Ticket<T>>(OWN_DATA_LIMITS.tickets);
  return {
    issue(holder) {
      const ticket = createSecret();
      issued.set(ticket, { holder, until: elapsedMs() + OWN_DATA_LIMITS.ticketMs });
      return ticket;
    },
    redeem(ticket) {
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found !== undefined && elapsedMs() < found.until ? found.holder : undefined;
    },
  };
}
