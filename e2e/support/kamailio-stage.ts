import type { Browser } from '@playwright/test';
import { Person } from './person.ts';
import { startSamtalWithKamailio } from './samtal-with-kamailio.ts';

/** Samtal with Kamailio as its SIP server, and people who log in there; `end` stops all of it. */
export async function startKamailioStage(browser: Browser, bindingSeconds?: number) {
  const stage = await startSamtalWithKamailio(bindingSeconds === undefined ? {} : { bindingSeconds });
  const people: Person[] = [];
  return {
    ...stage,
    async reachable(name: string): Promise<Person> {
      const someone = await Person.at(browser, stage.url, name);
      people.push(someone);
      await someone.isReachable();
      return someone;
    },
    async end(): Promise<void> {
      for (const someone of people) await someone.leave();
      await stage.end();
    },
  };
}
