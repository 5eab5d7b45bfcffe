/** Chromium of any version, driven by Playwright. */
import { chromium, type Page } from 'playwright-core';
import { chromiumFlags } from '../../../tools/chromium.mjs';
import { installWitness } from '../../support/page/witness.ts';
import { type DrivenPage, type Driver, WAIT_MS } from './driver.ts';

function drive(name: string, page: Page): DrivenPage {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const find = (xpath: string) => page.locator(`xpath=${xpath}`);
  return {
    name,
    errors,
    goTo: async (address) => void (await page.goto(address)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    click: (xpath) => find(xpath).click(),
    fill: (xpath, text) => find(xpath).fill(text),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key === ' ' ? 'Space' : key),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    screenshot: async (path) => void (await page.screenshot({ path })),
    close: () => page.context().close(),
  };
}

/** @param more flags after those of every test browser */
export async function startChromium(executablePath: string, ...more: readonly string[]): Promise<Driver> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, ...more] });
  const name = `Chromium ${browser.version()}`;
  return {
    name,
    async open(user) {
      const context = await browser.newContext({
        permissions: ['camera', 'microphone'],
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        // Animations would take a fifth of the processor time.
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(WAIT_MS);
      const page = await context.newPage();
      await installWitness(page);
      return drive(`${user} in ${name}`, page);
    },
    close: () => browser.close(),
  };
}
