import tls from 'node:tls';
import { test as base, expect } from '@playwright/test';
import { startDemoCluster } from './cluster/cluster.ts';
import { skipWithoutCluster } from './cluster/cluster-journey.ts';
import { isOnCluster } from './cluster/on-cluster.ts';
import { PARTIES } from './kamailio/samtal-with-kamailio.ts';
import { Person } from './page/person.ts';
import { startEndingServer } from './server/continuity-server.ts';
import { type SamtalServer, startSamtalServer } from './server/samtal-server.ts';
import { testingMode } from './server/testing-mode.ts';

type People<Names extends readonly string[]> = { [Index in keyof Names]: Person };

type Fixtures = {
  /** Skips against a cluster where a program of the cluster is missing. */
  hasPrograms: undefined;
  /**
   * One server for all journeys that run in one worker, or the cluster (`E2E_CLUSTER=yes`). A journey must leave its
   * data as they were.
   */
  server: Pick<SamtalServer, 'url' | 'port' | 'dispose'>;
  /** A server of this journey only, which it may stop, kill and start again. */
  mortalServer: SamtalServer;
  /** A server of this journey only, whose calls end with their connection (decision D15). */
  endingServer: SamtalServer;
  /** Orders faults from the server of the file; orders of other journeys are removed first. */
  faults: ReturnType<typeof testingMode>;
  /** Opens a browser for a user, at `url` instead of the file's server if given; closed at the end of the journey. */
  person(name: string, options?: Parameters<typeof Person.at>[3], url?: string): Promise<Person>;
  /** Opens browsers for several users, logs them in, and waits until each can call and be called. */
  reachable<Names extends readonly string[]>(
    names: readonly [...Names],
    url?: string,
  ): Promise<People<Names>>;
};

/** Starts the cluster of `npm run cluster`; resolves when its server agents can be called. */
async function startClusterOfJourneys(): Promise<Fixtures['server']> {
  const { url, certificate, servers, stop } = await startDemoCluster();
  // Journeys use the user API and WebSockets without a browser too.
  tls.setDefaultCACertificates([certificate]);
  const registered = () =>
    servers.flatMap(({ lines }) => lines).filter((line) => line.includes('"agent_registered"')).length;
  await expect.poll(registered, { timeout: 30_000 }).toBeGreaterThanOrEqual(PARTIES);
  return { url, port: servers[0]?.port ?? 0, dispose: stop };
}

export const test = base.extend<Omit<Fixtures, 'server'>, Pick<Fixtures, 'server'>>({
  server: [
    // Playwright reads from this pattern that the fixture depends on no other.
    async ({}, use) => {
      const server = await (isOnCluster ? startClusterOfJourneys() : startSamtalServer());
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hasPrograms: [
    async ({}, use, { skip }) => {
      if (isOnCluster) skipWithoutCluster(skip);
      await use(undefined);
    },
    { auto: true },
  ],
  mortalServer: async ({}, use) => {
    const server = await startSamtalServer();
    await use(server);
    await server.dispose();
  },
  endingServer: async ({}, use) => {
    const server = await startEndingServer();
    await use(server);
    await server.dispose();
  },
  faults: async ({ server }, use) => {
    const faults = testingMode(server.url);
    await faults.reset();
    await use(faults);
    await faults.reset();
  },
  person: async ({ browser, server }, use) => {
    const people: Person[] = [];
    await use(async (name, options, url = server.url) => {
      const someone = await Person.at(browser, url, name, options);
      people.push(someone);
      return someone;
    });
    await Promise.all(people.map((someone) => someone.leave()));
    expect(people.flatMap(({ uncaught }) => uncaught)).toEqual([]);
  },
  reachable: async ({ person }, use) => {
    await use(async <Names extends readonly string[]>(names: readonly [...Names], url?: string) => {
      const open = async (name: string): Promise<Person> => {
        const someone = await person(name, {}, url);
        await someone.isReachable();
        return someone;
      };
      return (await Promise.all(names.map(open))) as People<Names>;
    });
  },
});

export { expect };
