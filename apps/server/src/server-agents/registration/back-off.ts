import { AGENT_LIMITS } from '../../domain/limits/limits.ts';

/** Milliseconds to wait after this number of consecutive failures: doubled each time, up to one minute. */
export function backOffMs(failures: number): number {
  return Math.min(AGENT_LIMITS.longestRetryMs, AGENT_LIMITS.firstRetryMs * 2 ** Math.max(0, failures - 1));
}
