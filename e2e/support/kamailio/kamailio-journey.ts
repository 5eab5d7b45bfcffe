import { type Browser, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { Person } from '../page/person.ts';
import { skipWithoutKamailio, startSamtalWithKamailio } from './samtal-with-kamailio.ts';

type Fixtures = {
  /** The seconds after which a binding that is not refreshed expires; undefined = ten minutes. */
  bindingSeconds: number | undefined;
  /** The emergency numbers in the settings of Kamailio; undefined = those of the shipped file. */
  emergencyNumbers: string | undefined;
  /** Addresses of Samtal, and of Kamailio as its SIP server. */
  servers: { readonly url: string; readonly sipUri: string; readonly udpUri: string };
  /** Opens a browser for a user, logs in, and waits until the user can call and be called. */
  reachable(name: string): Promise<Person>;
};

/** Lends a function that opens browsers of users at `url`; they are closed at the end of the journey. */
export async function lendReachable(
  browser: Browser,
  url: string,
  use: (reachable: Fixtures['reachable']) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const people: Person[] = [];
  await use(async (name) => {
    const someone = await Person.at(browser, url, name, options);
    people.push(someone);
    await someone.isReachable();
    return someone;
  });
  for (const someone of people) await someone.leave();
  expect(people.flatMap(({ uncaught }) => uncaught)).toEqual([]);
}

/** A journey with Kamailio as the SIP server. */
export const test = base.extend<Fixtures>({
  bindingSeconds: [undefined, { option: true }],
  emergencyNumbers: [undefined, { option: true }],
  servers: async ({ bindingSeconds, emergencyNumbers }, use, { skip }) => {
    skipWithoutKamailio(skip);
    const servers = await startSamtalWithKamailio({
      ...(bindingSeconds !== undefined && { bindingSeconds }),
      ...(emergencyNumbers !== undefined && { emergencyNumbers }),
    });
    await use(servers);
    await servers.end();
  },
  reachable: ({ browser, servers }, use) => lendReachable(browser, servers.url, use),
});
