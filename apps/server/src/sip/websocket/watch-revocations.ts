import type { Expulsion } from '../../domain/accounts/revocation.ts';
import type { EventLog } from '../../domain/event-log.ts';
import type { ExpulsionRepository } from '../../storage/repositories/repositories.ts';

/** Longest delay until a revocation by another process, such as the operator's tool, takes effect. */
const INTERVAL_MS = 1000;

type Watch = {
  readonly expulsions: ExpulsionRepository;
  readonly expel: (expelled: Expulsion) => void;
  readonly log: Pick<EventLog, 'error'>;
};

/**
 * Carries out revocations (`Expulsion`): immediately those of this process, within 1 s those of others.
 * @returns stops watching
 */
export function watchExpulsions({ expulsions, expel, log }: Watch): () => void {
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
        (await expulsions.take()).forEach(expel);
        isReadable = true;
      } catch (error) {
        // Only the first failure is logged while the database is unavailable.
        if (isReadable) log.error({ event: 'expulsions_unreadable', err: error });
        isReadable = false;
      }
    }
    isAsking = false;
  }
  const stopListening = expulsions.subscribe(() => void look());
  const timer = setInterval(() => void look(), INTERVAL_MS);
  return () => {
    stopListening();
    clearInterval(timer);
  };
}
