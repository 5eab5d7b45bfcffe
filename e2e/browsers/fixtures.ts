import { test as base, expect, type TestInfo } from '@playwright/test';
import { findChromium } from '../../tools/chromium.mjs';
import { startKeepingServer } from '../support/server/continuity-server.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';
import { startChromium } from './drivers/chromium.ts';
import type { DrivenPage, Driver } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebKit } from './drivers/webkit.ts';

const drivers = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

/** The tested browser, and the path of its program. */
export type Engine = { readonly kind: keyof typeof drivers; readonly program: string };

type WorkerFixtures = {
  engine: Engine;
  server: SamtalServer;
  /** A server whose calls outlive an interruption (decision D80). */
  keepingServer: SamtalServer;
  /** The tested browser. */
  tried: Driver;
  /**
   * The browser at the other end of the calls: the tested one if it is Chromium, else this machine's
   * Chromium.
   */
  partner: Driver;
};

type Fixtures = {
  /** A page of this user, closed at the end; a screenshot is kept if the test has failed. */
  pageOf(driver: Pick<Driver, 'open'>, user: string): Promise<DrivenPage>;
};

async function keepEvidence(page: DrivenPage, info: TestInfo): Promise<void> {
  const path = info.outputPath(`${page.name}.png`);
  // A screenshot that fails must not hide why the test has failed.
  const isTaken = await page.screenshot(path).then(
    () => true,
    () => false,
  );
  if (isTaken) info.attachments.push({ name: page.name, path, contentType: 'image/png' });
  const body = page.errors.join('\n');
  if (body !== '') await info.attach(`errors of ${page.name}`, { body, contentType: 'text/plain' });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: [
    { kind: 'chromium', program: '' },
    { option: true, scope: 'worker' },
  ],
  server: [
    async ({}, use) => {
      const server = await startSamtalServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  keepingServer: [
    async ({}, use) => {
      const server = await startKeepingServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  tried: [
    async ({ engine: { kind, program } }, use) => {
      const driver = await drivers[kind](program);
      await use(driver);
      await driver.close();
    },
    { scope: 'worker' },
  ],
  partner: [
    async ({ engine: { kind }, tried }, use) => {
      if (kind === 'chromium') {
        await use(tried);
        return;
      }
      const driver = await startChromium(findChromium() ?? '');
      await use(driver);
      await driver.close();
    },
    { scope: 'worker' },
  ],
  pageOf: async ({}, use, info) => {
    const pages: DrivenPage[] = [];
    await use(async (driver, user) => {
      const page = await driver.open(user);
      pages.push(page);
      return page;
    });
    for (const page of pages) {
      const { name, errors } = page;
      if (info.status === info.expectedStatus) expect.soft(errors, `errors of ${name}`).toEqual([]);
      else await keepEvidence(page, info);
      await page.close();
    }
  },
});

export { expect };
