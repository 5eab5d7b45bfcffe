import type { CallWatch } from '../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';

const { tries, windowMs } = SIP_LIMITS.unansweredCalls;

export type UnansweredCalls = {
  /** Seconds until another call of this caller may ring at this callee; 0 = it may now. */
  waitFor(caller: string, callee: string): number;
  /** Counts a call while it may ring, and when it has rung: until a user answers one of this caller. */
  follow(watch: CallWatch, caller: string, callee: string): CallWatch;
};

type Count = { count: number; readonly until: number };

/**
 * Counts the calls of each caller that have rung at a callee and were not answered. A call hides the pages of the
 * callee, so that a caller who calls again and again would keep the callee from everything else. Calls count from
 * their beginning: else all that begin before the first one rings would ring.
 */
export function createUnansweredCalls(elapsedMs: () => number): UnansweredCalls {
  /** In the order in which their minutes began. */
  const counts = new Map<string, Count>();

  function countOf(key: string): Count | undefined {
    const now = elapsedMs();
    for (const [each, { until }] of counts) {
      if (until > now) break;
      counts.delete(each);
    }
    return counts.get(key);
  }

  return {
    waitFor(caller, callee) {
      const known = countOf(`${caller} ${callee}`);
      if (known === undefined || known.count < tries) return 0;
      return Math.ceil((known.until - elapsedMs()) / 1000);
    },
    follow(watch, caller, callee) {
      const key = `${caller} ${callee}`;
      const known = countOf(key) ?? { count: 0, until: elapsedMs() + windowMs };
      known.count += 1;
      counts.set(key, known);
      let hasRung = false;
      let isOver = false;
      /** The call is no longer under way; it goes on counting if it has rung. */
      function over(): void {
        if (!isOver && !hasRung) known.count -= 1;
        isOver = true;
      }
      return {
        ...watch,
        rang() {
          hasRung = true;
          watch.rang();
        },
        refused(status) {
          over();
          watch.refused(status);
        },
        answered(media, isOfMailbox) {
          over();
          // The caller of a user who is away, or rejects, would ring again after each message.
          if (isOfMailbox !== true) counts.delete(key);
          watch.answered(media, isOfMailbox);
        },
      };
    },
  };
}
