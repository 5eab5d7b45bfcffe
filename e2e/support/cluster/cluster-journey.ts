import { test as base, expect } from '@playwright/test';
import { lendReachable } from '../kamailio/kamailio-journey.ts';
import { PARTIES } from '../kamailio/samtal-with-kamailio.ts';
import type { Person } from '../page/person.ts';
import { startKeepingServer } from '../server/continuity-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { missingPackages } from './programs.ts';

type Fixtures = {
  cluster: Cluster;
  /** Opens a browser for a user, logs in, and waits until the user can call and be called. */
  reachable(name: string): Promise<Person>;
};

/** Skips where a program of the cluster is missing and cannot be installed, as on systems other than Debian. */
export function skipWithoutCluster(skip: (isSkipped: boolean, why: string) => void): void {
  const missing = missingPackages();
  skip(missing.length > 0, `not installed and may not be installed here (Debian: ${missing.join(', ')}).`);
}

/** A journey on two Kamailios behind HAProxy, from the files of `deploy/`. */
export const test = base.extend<Fixtures>({
  cluster: async ({}, use, { skip }) => {
    skipWithoutCluster(skip);
    const cluster = await startCluster({
      env: { SIP_WEB_PUSH: 'on' },
      startServer: (env) => startKeepingServer({ env }),
    });
    const [server] = cluster.servers;
    const registered = () => server?.lines.filter((line) => line.includes('agent_registered')).length;
    await expect.poll(registered, { timeout: 20_000 }).toBe(PARTIES + 1);
    await use(cluster);
    await cluster.stop();
  },
  reachable: ({ browser, cluster }, use) =>
    lendReachable(browser, cluster.url, use, { ignoreHTTPSErrors: true }),
});
