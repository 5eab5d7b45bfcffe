import { test as base } from '@playwright/test';
import {
  startPushService,
  type TestPushService,
} from '../../../apps/server/src/web-push/testing/push-service.ts';
import type { Person } from '../page/person.ts';
import { PushedBrowser } from '../peers/pushed-browser.ts';
import { lendReachable } from './kamailio-journey.ts';
import { skipWithoutKamailio, startSamtalWithKamailio } from './samtal-with-kamailio.ts';

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
    skipWithoutKamailio(skip);
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
  reachable: ({ browser, pushing }, use) => lendReachable(browser, pushing.url, use),
});
