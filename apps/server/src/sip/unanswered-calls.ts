import type { CallWatch } from '../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';

const { tries, windowMs } = SIP_LIMITS.unansweredCalls;

export type UnansweredCalls = {
  /** Seconds until another call of this caller may ring at this callee; 0 = it may now. */
  waitFor(caller: string, callee: string): number;
  /** Counts a call that rings, until one of this caller is answered. */
  follow(watch: CallWatch, caller: string, callee: string): CallWatch;
};

/**
 * Counts the calls of each caller that have rung at a callee and were not answered. A call hides the pages of the
 * callee, so that a caller who calls again and again would keep the callee from everything else.
 */
export function createUnansweredCalls(elapsedMs: () => number): UnansweredCalls {
  /** In the order in which their minutes began. */
  const counts = new Map<string, { count: number; readonly until: number }>();

  function countOf(key: string): { count: number; readonly until: number } | undefined {
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
      let hasRung = false;
      return {
        ...watch,
        rang() {
          watch.rang();
          if (hasRung) return;
          hasRung = true;
          const known = countOf(key);
          if (known !== undefined) known.count += 1;
          else counts.set(key, { count: 1, until: elapsedMs() + windowMs });
        },
        answered(media) {
          counts.delete(key);
          watch.answered(media);
        },
      };
    },
  };
}
