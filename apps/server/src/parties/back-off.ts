import { AGENT_LIMITS } from '../domain/limits.ts';

/** How long to wait after so many failures in a row: doubling, up to a minute. */
export function backOffMs(failures: number): number {
  return Math.min(AGENT_LIMITS.longestRetryMs, AGENT_LIMITS.firstRetryMs * 2 ** Math.max(0, failures - 1));
}
