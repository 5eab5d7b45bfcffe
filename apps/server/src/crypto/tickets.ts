import type { ShortLived, ShortLivedKind } from '../domain/coordination/short-lived.ts';

/** Names that are good for one use within a limited time, at any server process. */
export type Tickets<T> = {
  issue(holder: T): Promise<string>;
  /** The holder of a ticket, which is used up, and when it was issued; undefined = it is unknown, used or too old. */
  redeem(ticket: string): Promise<{ readonly holder: T; readonly since: number } | undefined>;
};

/** Issues tickets. A holder is stored as JSON. */
export const createTickets = <T>(
  kind: ShortLivedKind,
  { createSecret, shortLived }: { readonly createSecret: () => string; readonly shortLived: ShortLived },
): Tickets<T> => ({
  async issue(holder) {
    const ticket = createSecret();
    await shortLived.put(kind, ticket, JSON.stringify(holder));
    return ticket;
  },
  async redeem(ticket) {
    const found = await shortLived.take(kind, ticket);
    return found && { holder: JSON.parse(found.value) as T, since: found.since };
  },
});
