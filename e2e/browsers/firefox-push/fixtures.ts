import { findChromium } from '../../../tools/chromium.mjs';
import {
  type MozillaPushService,
  startMozillaPushService,
} from '../../support/peers/mozilla-push/push-service.ts';
import { type SamtalServer, startSamtalServer } from '../../support/server/samtal-server.ts';
import { startChromium } from '../drivers/chromium.ts';
import type { DrivenPage, Driver } from '../drivers/driver.ts';
import { test as base } from '../fixtures.ts';
import { isReachable, logIn, wantsRinging } from '../steps.ts';
import { type FirefoxDevice, PushedFirefox } from './pushed-firefox.ts';

type WorkerFixtures = {
  service: MozillaPushService;
  /** A server whose pushes reach `service`. */
  pushingServer: SamtalServer;
  /** The tested browser, connected to `service`. */
  firefox: PushedFirefox;
  /** The browser of the callers. */
  chromium: Driver;
};

/** Opens a page of this user, whose device rings also when the page is closed. */
export type LogInForPushes = (device: FirefoxDevice, user: string) => Promise<DrivenPage>;

type Fixtures = {
  /** Skips the test where Firefox cannot be driven, and says so. */
  isDrivable: undefined;
  /** A caller in Chromium, who can call. */
  alice: DrivenPage;
  logInForPushes: LogInForPushes;
};

/**
 * Real are Firefox, its connection to the push service, its decryption, its service worker, and the
 * notification that it draws and that is clicked. Not real are the push service, which is the test's own, the
 * question for the permission, which is not asked, and the devices.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await startMozillaPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  pushingServer: [
    async ({ service }, use) => {
      const server = await startSamtalServer({ PUSH_SERVICES: service.origin });
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  firefox: [
    async ({ engine, service }, use) => {
      const firefox = await PushedFirefox.start(engine.program, service.address);
      await use(firefox);
      await firefox.close();
    },
    { scope: 'worker' },
  ],
  chromium: [
    async ({}, use) => {
      const chromium = await startChromium(findChromium() ?? '');
      await use(chromium);
      await chromium.close();
    },
    { scope: 'worker' },
  ],
  isDrivable: [
    async ({ firefox: { unreachable } }, use, info) => {
      if (unreachable !== undefined) process.stdout.write(`${unreachable}\n`);
      info.skip(unreachable !== undefined, unreachable);
      await use(undefined);
    },
    { auto: true },
  ],
  alice: async ({ pageOf, pushingServer, chromium }, use) => {
    const alice = await pageOf(chromium, 'alice');
    await logIn(alice, pushingServer.url, 'alice');
    await isReachable(alice);
    await use(alice);
  },
  logInForPushes: async ({ pageOf, pushingServer, service, firefox }, use) => {
    await use(async (device, user) => {
      const page = await pageOf(device.pages, user);
      await logIn(page, pushingServer.url, user, { isStaying: true });
      await isReachable(page);
      await wantsRinging(page);
      return page;
    });
    // The devices of this test must not ring in the next one.
    service.forget();
    await firefox.dismissAll();
  },
});

export { expect } from '../fixtures.ts';
