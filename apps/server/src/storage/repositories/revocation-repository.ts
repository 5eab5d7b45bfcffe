import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { RevocationRepository } from './repositories.ts';

/** Adds a revocation for each ended session with a SIP secret, in the transaction that ends the sessions. */
export async function revokeSessions(
  transaction: Kysely<Tables>,
  ended: readonly { readonly id: string; readonly sip_secret: string | null }[],
): Promise<void> {
  const rows = ended.filter((each) => each.sip_secret !== null).map(({ id }) => ({ session_id: id }));
  // The number of values in one statement is limited.
  for (let start = 0; start < rows.length; start += 1000)
    await transaction
      .insertInto('expulsion')
      .values(rows.slice(start, start + 1000))
      .execute();
}

/**
 * Creates the repository. `announce` tells the subscribers that a transaction with new revocations is
 * committed.
 */
export function createRevocationRepository(
  database: Database,
): RevocationRepository & { readonly announce: () => void } {
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    announce,
    async add(username) {
      await database.insertInto('expulsion').values({ username }).execute();
      announce();
    },
    async take() {
      const rows = await database.deleteFrom('expulsion').returning(['username', 'session_id']).execute();
      const usernames = new Set<string>();
      const sessionIds = new Set<string>();
      for (const { username, session_id } of rows) {
        if (username !== null) usernames.add(username);
        if (session_id !== null) sessionIds.add(session_id);
      }
      return [
        ...[...usernames].map((username) => ({ username })),
        ...[...sessionIds].map((sessionId) => ({ sessionId })),
      ];
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
