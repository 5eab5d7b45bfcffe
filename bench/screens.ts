/**
 * Measures how long a user waits for each page of an account that has been used for years: 10 000 contacts,
 * 10 000 entries of the directory, 1 000 messages, 50 000 calls with their texts. The time runs from the
 * press in the menu, or from a fresh load of the address, to the frame that shows the page with the data of
 * the server.
 *
 *   npm run bench:screens
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { Person } from '../e2e/support/page/person.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';
import { fillAccount } from './full-account.ts';

const LIMIT_MS = 500;
const ROUNDS = 5;

/** The entries of the menu, their addresses, and the selector that shows that the page is ready. */
const screens = [
  ['Call', '/call', 'input'],
  ['Services', '/services', 'li a, li button'],
  ['Contacts', '/contacts', 'li[aria-posinset]'],
  ['Directory', '/directory', 'li[aria-posinset]'],
  ['History', '/history', 'li'],
  ['Messages', '/messages', 'li'],
  ['User information', '/userinformation', 'dd'],
  ['Settings', '/settings', 'fieldset, select, input'],
  ['System information', '/about', 'dt'],
] as const;

const say = (text: string): void => console.log(text);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * Opens `path` in the page.
 * @returns the time to the frame in which `selector` is shown and nothing is loading
 */
const untilShown = (page: Page, path: string, selector: string): Promise<number> =>
  page.evaluate(
    async ([to, sign]) => {
      const startedAt = performance.now();
      history.pushState(null, '', to);
      const isShown = () =>
        document.querySelector(`main :is(${sign})`) !== null &&
        document.querySelector('main [aria-busy=true]') === null;
      do await new Promise(requestAnimationFrame);
      while (!isShown());
      return performance.now() - startedAt;
    },
    [path, selector] as const,
  );

async function untilLoaded(page: Page, path: string, selector: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(new URL(path, page.url()).href, { waitUntil: 'commit' });
  await page.locator(`main :is(${selector})`).first().waitFor();
  return performance.now() - startedAt;
}

await buildWeb();
const dataDir = mkdtempSync(join(tmpdir(), 'samtal-bench-'));
const server = await startSamtalServer({ DATA_DIR: dataDir });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  await fillAccount(dataDir);
  const alice = await Person.at(browser, server.url, 'alice');
  await alice.isReachable();
  let isWithin = true;
  for (const [name, path, selector] of screens) {
    // `first`: opened immediately after a load, while code and data that are fetched ahead are still loading.
    const first: number[] = [];
    const later: number[] = [];
    const loads: number[] = [];
    const [otherPath, otherSelector] = path === '/call' ? ['/about', 'dt'] : ['/call', 'input'];
    for (let round = 0; round < ROUNDS; round++) {
      await untilLoaded(alice.page, otherPath, otherSelector);
      first.push(await untilShown(alice.page, path, selector));
      await untilShown(alice.page, otherPath, otherSelector);
      later.push(await untilShown(alice.page, path, selector));
      loads.push(await untilLoaded(alice.page, path, selector));
    }
    isWithin &&= [first, later, loads].every((times) => median(times) <= LIMIT_MS);
    const shown = (times: readonly number[]): string =>
      `${median(times).toFixed(0).padStart(4)} ms (worst ${Math.max(...times).toFixed(0)})`;
    say(
      `${name.padEnd(20)} the first time ${shown(first)}, again ${shown(later)}, from a fresh load ${shown(loads)}`,
    );
  }
  await alice.leave();
  say(isWithin ? `All within ${LIMIT_MS} ms.` : `NOT all within ${LIMIT_MS} ms.`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await server.dispose();
  rmSync(dataDir, { recursive: true, force: true });
}
