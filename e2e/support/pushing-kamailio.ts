import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import {
  startPushService,
  type TestPushService,
} from '../../apps/server/src/web-push/testing/push-service.ts';
import { test as base } from './journey.ts';
import { hasKamailio } from './kamailio.ts';
import type { Person } from './person.ts';
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
  /** Opens a browser that is only called from, logged in. */
  caller: Person;
};

export const test = base.extend<Fixtures>({
  pushing: async ({ browser }, use, { skip }) => {
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
  caller: async ({ person, pushing }, use) => {
    const alice = await person('alice', {}, pushing.url);
    await alice.isReachable();
    await use(alice);
  },
});
