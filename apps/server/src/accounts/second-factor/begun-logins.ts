import { FifoMap } from 'toad-cache';
import { SECOND_FACTOR_LIMITS } from '../../domain/limits/limits.ts';

/** A log-in whose password was right, and which waits for the second step. */
export type BegunLogin = {
  readonly accountId: string;
  /** The hash of that password: a new password ends what began with the old one. */
  readonly passwordHash: string | undefined;
  /** The second step is passed, and the user is asked whether to keep the account (decision D96). */
  readonly isPassed: boolean;
};

export type BegunLogins = {
  /** @returns a ticket for the second step */
  begin(login: Pick<BegunLogin, 'accountId' | 'passwordHash'>): string;
  find(ticket: string): BegunLogin | undefined;
  pass(ticket: string): void;
  end(ticket: string): void;
};

type Tools = { readonly createSecret: () => string; readonly elapsedMs: () => number };

export function createBegunLogins({ createSecret, elapsedMs }: Tools): BegunLogins {
  const { ticketMs, tickets } = SECOND_FACTOR_LIMITS;
  const begun = new FifoMap<BegunLogin & { readonly until: number }>(tickets);
  return {
    begin(login) {
      const ticket = createSecret();
      begun.set(ticket, { ...login, isPassed: false, until: elapsedMs() + ticketMs });
      return ticket;
    },
    find(ticket) {
      const login = begun.get(ticket);
      return login !== undefined && elapsedMs() < login.until ? login : undefined;
    },
    pass(ticket) {
      const login = begun.get(ticket);
      if (login !== undefined) begun.set(ticket, { ...login, isPassed: true });
    },
    end: (ticket) => begun.delete(ticket),
  };
}
