import { FifoMap } from 'toad-cache';

type Ticket<T> = { readonly holder: T; readonly until: number };

/** Names that are good for one use within a limited time. */
export type Tickets<T> = {
  issue(holder: T): string;
  /** The holder of a ticket, which is used up; undefined = it is unknown, used or too old. */
  redeem(ticket: string): T | undefined;
};

type Limits = {
  /** How long a ticket is good. */
  readonly ticketMs: number;
  /** Tickets that are remembered; above it the oldest one is forgotten. */
  readonly tickets: number;
};

/** @param elapsedMs monotonic milliseconds */
export function createTickets<T>(
  createSecret: () => string,
  elapsedMs: () => number,
  { ticketMs, tickets }: Limits,
): Tickets<T> {
  const issued = new FifoMap<Ticket<T>>(tickets);
  return {
    issue(holder) {
      const ticket = createSecret();
      issued.set(ticket, { holder, until: elapsedMs() + ticketMs });
      return ticket;
    },
    redeem(ticket) {
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found !== undefined && elapsedMs() < found.until ? found.holder : undefined;
    },
  };
}
