import { test } from '@playwright/test';

/** Whether the journeys of `calls/` and `pages/` run against a cluster instead of the embedded SIP server. */
export const isOnCluster = process.env['E2E_CLUSTER'] === 'yes';

/** Skips the running journey where it runs against a cluster; `why` is counted at the end of `npm test`. */
export function leaveOutOnCluster(why: string): void {
  if (isOnCluster) test.skip(true, why);
}
