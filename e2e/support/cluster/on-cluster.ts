import { test } from '@playwright/test';

/** Whether the journeys of `calls/` and `pages/` run against a cluster instead of the embedded SIP server. */
export const isOnCluster = process.env['E2E_CLUSTER'] === 'yes';

/**
 * Skips the running journey where it runs against a cluster; `why` is counted at the end of `npm test -- cluster`.
 */
export function leaveOutOnCluster(why: string): void {
  // Not a switched-off test: the daily run has no cluster and runs every journey. A cluster has no /test/* and is one
  // server for all journeys, so those that need such things cannot run there.
  if (isOnCluster) test.skip(true, why);
}
