import type { Lead, Leadership } from '../../domain/coordination/leadership.ts';
import type { EventLog } from '../../domain/event-log.ts';
import { COORDINATION_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { Membership } from '../server-lock/join-servers.ts';

type Parts = {
  readonly membership: Pick<Membership, 'isClockRight' | 'tryToLead' | 'giveLeadBack'>;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'info' | 'error'>;
};

export type SharedLeadership = Leadership & {
  /** Leads if no other process does, and no longer with a wrong clock; called from time to time. */
  readonly look: () => void;
  /**
   * The connection was lost and is there again. The work has gone on meanwhile, because calls of server agents need no
   * database; it ends if another process leads now.
   */
  rejoined(): void;
};

/** Leads while this process has the lock of the leader. */
export function createSharedLeadership({ membership, elapsedMs, log }: Parts): SharedLeadership {
  let work: Lead | undefined;
  let end: (() => Promise<void>) | undefined;
  let notBefore = 0;
  let isLooking = false;
  let hasResigned = false;
  let steps: Promise<unknown> = Promise.resolve();

  /** One step after the other: work begins and ends in the order of what has happened. */
  function step(task: () => Promise<void>): Promise<void> {
    const done = steps.then(task);
    steps = done.catch(() => undefined);
    return done;
  }
  async function look(): Promise<void> {
    if (end === undefined || membership.isClockRight()) return lead();
    // By a wrong clock it would remove what is not old.
    await leadNoMore();
    await membership.giveLeadBack();
  }
  async function lead(): Promise<void> {
    if (work === undefined || end !== undefined || hasResigned || elapsedMs() < notBefore) return;
    if (!(await membership.tryToLead())) return;
    try {
      end = await work();
      log.info({ event: 'leading' });
    } catch (error) {
      notBefore = elapsedMs() + COORDINATION_LIMITS.beginAgainMs;
      await membership.giveLeadBack();
      throw error;
    }
  }
  async function keepLead(): Promise<void> {
    if (end === undefined) {
      notBefore = elapsedMs() + COORDINATION_LIMITS.othersWaitMs;
      return;
    }
    if (!(await membership.tryToLead())) await leadNoMore();
  }
  async function leadNoMore(): Promise<void> {
    log.info({ event: 'leading_no_more' });
    await endWork();
  }
  async function endWork(): Promise<void> {
    const ending = end;
    end = undefined;
    await ending?.();
  }
  const failed = (error: unknown): void => log.error({ event: 'leader_failed', err: error });

  return {
    lead(given) {
      work = given;
      return step(lead);
    },
    isLeading: () => end !== undefined,
    look() {
      if (isLooking) return;
      isLooking = true;
      step(look)
        .catch(failed)
        .finally(() => {
          isLooking = false;
        });
    },
    rejoined: () => void step(keepLead).catch(failed),
    resign() {
      hasResigned = true;
      return step(async () => {
        await endWork();
        // Without its connection this process has no lock any more.
        await membership.giveLeadBack().catch(nothing);
      });
    },
  };
}
