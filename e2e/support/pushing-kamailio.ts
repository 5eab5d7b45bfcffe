import { test as base, expect } from '@playwright/test';
import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import {
  startPushService,
  type TestPushService,
} from '../../apps/server/src/web-push/testing/push-service.ts';
import { hasKamailio } from './kamailio.ts';
import { Person } from './person.ts';
import { PushedBrowser } from './pushed-browser.ts';
import { NO_KAMAILIO, startSamtalWithKamailio } from './samtal-with-kamailio.ts';

type Fixtures = {
  /** Samtal with Kamailio as its SIP server, whose pushes reach the push service of the test. */
  pushing: {
    readonly url: string;
    readonly sipUri: string;
    readonly service: TestPushService;
    open(name: string): Promise<PushedBrowser>;
  };
  /** Opens a browser for a user, logs in, and waits until the user can call and be called. */
  reachable(name: string): Promise<Person>;
};

export const test = base.extend<Fixtures>({
  pushing: async ({ browser }, use, { skip }) => {
    // The tests install both from Debian's packages; other systems may not have them.
    skip(!hasKamailio() || !hasPostgres(), NO_KAMAILIO);
    const service = await startPushService();
    const stage = await startSamtalWithKamailio({ pushService: service.origin });
    const browsers: PushedBrowser[] = [];
    await use({
      ...stage,
      service,
      async open(name) {
        const opened = await PushedBrowser.at(browser, stage.url, name, service.subscribe());
        browsers.push(opened);
        return opened;
      },
    });
    for (const each of browsers) await each.leave();
    await stage.end();
    await service.close();
  },
  reachable: async ({ browser, pushing }, use) => {
    const people: Person[] = [];
    await use(async (name) => {
      const someone = await Person.at(browser, pushing.url, name);
      people.push(someone);
      await someone.isReachable();
      return someone;
    });
    for (const someone of people) await someone.leave();
    expect(people.flatMap(({ uncaught }) => uncaught)).toEqual([]);
  },
});
