import type { Revocation } from '../../domain/accounts/revocation.ts';
import type { EventLog } from '../../domain/event-log.ts';
import type { RevocationRepository } from '../../storage/repositories/repositories.ts';

/** Longest delay until a revocation by another process, such as the operator's tool, takes effect. */
const INTERVAL_MS = 1000;

type Watch = {
  readonly revocations: RevocationRepository;
  readonly revoke: (revocation: Revocation) => void;
  readonly log: Pick<EventLog, 'error'>;
};

/**
 * Carries out revocations: those of this process immediately, those of other processes within 1 s.
 * @returns a function that stops this
 */
export function watchRevocations({ revocations, revoke, log }: Watch): () => void {
  let isAsking = false;
  let isDue = false;
  let isReadable = true;
  async function look(): Promise<void> {
    isDue = true;
    if (isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      try {
        (await revocations.take()).forEach(revoke);
        isReadable = true;
      } catch (error) {
        // Only the first failure is logged while the database is unavailable.
        if (isReadable) log.error({ event: 'revocations_unreadable', err: error });
        isReadable = false;
      }
    }
    isAsking = false;
  }
  const stopListening = revocations.subscribe(() => void look());
  const timer = setInterval(() => void look(), INTERVAL_MS);
  return () => {
    stopListening();
    clearInterval(timer);
  };
}
