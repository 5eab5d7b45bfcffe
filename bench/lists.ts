/**
 * Measures how long a user waits for 10 000 contacts and 10 000 entries of the directory after they have
 * arrived, and whether scrolling through them is ever blocked: counts every task of the main thread over 50
 * ms (Long Tasks API).
 *
 *   node bench/lists.ts
 */
import { chromium, type Page } from 'playwright-core';
import { Person } from '../e2e/support/page/person.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const COUNT = 10_000;
const ROUNDS = 5;
const OPEN_LIMIT_MS = 200;

const say = (text: string): void => console.log(text);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Unsorted names from the whole alphabet. */
const nameOf = (index: number): string =>
  `${String.fromCharCode(65 + ((index * 7) % 26))}${index % 97} Öberg ${index}`;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const answers: Readonly<Record<string, unknown>> = {
  'contacts/search': {
    contactList: numbers.map((id) => ({
      id,
      fname: nameOf(id),
      sipaddress: `c${id}@demo.example`,
      city: 'Lund',
    })),
  },
  business_directory: {
    directory: numbers.map((id) => ({
      id,
      name: nameOf(id),
      phone: `d${id}@demo.example`,
      featured: id < 5,
      type: { id: id % 4 },
      category: { id: id % 9 },
    })),
  },
};

async function serve(page: Page): Promise<void> {
  for (const [path, answer] of Object.entries(answers)) {
    const body = JSON.stringify(answer);
    await page.route(
      (url) => url.pathname.endsWith(`/api/${path}`),
      (route) => route.fulfill({ contentType: 'application/json', body }),
    );
  }
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
}

/**
 * Time from the press on the menu, or from the last byte of the list if that comes later, to the frame that
 * shows the first entry.
 */
const openingMs = (page: Page, path: string, request: string): Promise<number> =>
  page.evaluate(
    async ([to, name]) => {
      performance.clearResourceTimings();
      const pressedAt = performance.now();
      history.pushState(null, '', to);
      const isShown = () => document.querySelector('li[aria-posinset]') !== null;
      while (!isShown()) await new Promise(requestAnimationFrame);
      const shownAt = performance.now();
      const ends = performance
        .getEntriesByType('resource')
        .map((entry) =>
          entry instanceof PerformanceResourceTiming && entry.name.includes(name) ? entry.responseEnd : 0,
        )
        .filter((end) => end < shownAt);
      return shownAt - Math.max(pressedAt, ...ends);
    },
    [path, request] as const,
  );

type Scrolling = {
  readonly longMs: readonly number[];
  readonly framesPerSecond: number;
  readonly worstFrameMs: number;
};

/** Scrolls for four seconds: 40 pixels each frame, and after every 60 frames a jump to a random place. */
const scroll = (page: Page): Promise<Scrolling> =>
  page.evaluate(async () => {
    const { long } = window as unknown as { long: number[] };
    long.length = 0;
    const frames: number[] = [];
    const startedAt = performance.now();
    let before = startedAt;
    while (before - startedAt < 4000) {
      window.scrollBy(0, 40);
      if (frames.length % 60 === 59)
        window.scrollTo(0, document.documentElement.scrollHeight * Math.random());
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - before);
      before = now;
    }
    return {
      longMs: [...long],
      framesPerSecond: frames.length / 4,
      worstFrameMs: Math.max(...frames),
    };
  });

await buildWeb();
const server = await startSamtalServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  let isWithin = true;
  for (const [name, path, request] of [
    ['contacts', '/contacts', 'contacts/search'],
    ['directory', '/directory', 'business_directory?'],
  ] as const) {
    const alice = await Person.at(browser, server.url, 'alice');
    await serve(alice.page);
    await alice.page.reload();
    await alice.isReachable();
    const openings: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      openings.push(await openingMs(alice.page, path, request));
      if (round < ROUNDS - 1) await alice.page.evaluate(() => history.pushState(null, '', '/call'));
      if (round < ROUNDS - 1) await alice.page.getByLabel('Number or name').waitFor();
    }
    const { longMs, framesPerSecond, worstFrameMs } = await scroll(alice.page);
    isWithin &&= median(openings) <= OPEN_LIMIT_MS && longMs.length === 0;
    say(
      `${name.padEnd(10)} first open ${openings[0]?.toFixed(0)} ms, median ${median(openings).toFixed(0)} ms; ` +
        `scrolling ${framesPerSecond.toFixed(0)} frames/s, longest ${worstFrameMs.toFixed(0)} ms, ` +
        `${longMs.length} tasks over 50 ms${longMs.length === 0 ? '' : ` (${longMs.map(Math.round).join(', ')} ms)`}`,
    );
    await alice.leave();
  }
  say(isWithin ? 'All within the limits.' : 'NOT all within the limits.');
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await server.dispose();
}
