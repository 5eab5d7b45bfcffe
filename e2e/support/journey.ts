import { test as base } from '@playwright/test';
import { Person } from './person.ts';
import { type SamtalServer, startSamtalServer } from './samtal-server.ts';

type Fixtures = {
  /** One server for all journeys of a file. */
  server: SamtalServer;
  /** Opens a browser for someone; closed at the end of the journey. */
  person(name: string, options?: Parameters<typeof Person.at>[3]): Promise<Person>;
};

export const test = base.extend<Omit<Fixtures, 'server'>, Pick<Fixtures, 'server'>>({
  server: [
    // Playwright reads what a fixture needs from this pattern: nothing.
    async ({}, use) => {
      const server = await startSamtalServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  person: async ({ browser, server }, use) => {
    const people: Person[] = [];
    await use(async (name, options) => {
      const someone = await Person.at(browser, server.url, name, options);
      people.push(someone);
      return someone;
    });
    for (const someone of people) await someone.leave();
  },
});

export { expect } from '@playwright/test';
