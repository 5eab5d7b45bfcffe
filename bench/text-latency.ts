/**
 * Measures the latency of a letter, from the key press to the drawn word at the other page. Two users write
 * 500 characters each at the same time, at the uneven speed of human typing, on each of the two text
 * transports, between two Chromium pages and between Chromium and Firefox (where one is installed). For
 * comparison it measures a bare data channel between two peer connections, and the load of 10 000 characters
 * on the page that shows them.
 *
 *   npm run bench:text
 */

import { cpus, loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startFirefox } from '../e2e/browsers/drivers/firefox.ts';
import { button } from '../e2e/browsers/elements.ts';
import { isReachable, logIn } from '../e2e/browsers/steps.ts';
import { Person } from '../e2e/support/page/person.ts';
import { setWebSetting } from '../e2e/support/page/web-setting.ts';
import { changeBrand } from '../e2e/support/server/change-brand.ts';
import { type SamtalServer, startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { findFirefox } from '../tools/browsers.mjs';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';
import { bareChannel, type Party, type Result, readResult, watchText } from './text-watch.ts';

const CHARACTERS = 500;
const A_SECOND = 8;
/** Limits of the 95th percentile, in milliseconds. */
const limits = { 'data-channel': 300, message: 450 } as const;
type Wire = keyof typeof limits;

const say = (text: string): void => console.log(text);
const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The text of one side: words, and sometimes a line break. */
function sample(seed: string): string {
  const words = `${seed} and so we wrote on about the weather, the train at nine and what there was for dinner`;
  const line = `${words.repeat(2).slice(0, 83)}\n`;
  return line.repeat(Math.ceil(CHARACTERS / line.length)).slice(0, CHARACTERS);
}

/** Time between two keys: a gamma distribution of shape 4, like that of human typing. */
function nextPause(): number {
  const four = [1, 2, 3, 4].reduce((sum) => sum - Math.log(1 - Math.random()), 0);
  return (four / 4) * (1000 / A_SECOND);
}

async function type(party: Party, text: string): Promise<void> {
  let due = performance.now();
  for (const character of text) {
    due += nextPause();
    await pause(Math.max(0, due - performance.now()));
    await party.press(character === '\n' ? 'Enter' : character);
  }
}

const chromiumParty = (page: Page): Party => ({
  evaluate: (run, argument) => page.evaluate(run as never, argument as never),
  press: (key) => page.keyboard.press(key === ' ' ? 'Space' : key),
});

/**
 * How many typed characters are not shown, and how many shown ones were not typed (longest common
 * subsequence).
 */
function compare(typed: string, shown: string): { lost: number; doubled: number } {
  let row = Array.from({ length: shown.length + 1 }, () => 0);
  for (const character of typed) {
    const next = [0];
    for (let index = 0; index < shown.length; index++)
      next.push(
        character === shown[index] ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0),
      );
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return { lost: typed.length - common, doubled: shown.length - common };
}

type Side = readonly [name: string, result: Result];

function report(wire: Wire, [from, typist]: Side, [to, reader]: Side): void {
  const waits = typist.typed.map((at, index) => (reader.shown[index] ?? Number.NaN) - at);
  const sorted = waits.filter((wait) => !Number.isNaN(wait)).toSorted((one, two) => one - two);
  const { lost, doubled } = compare(typist.own, reader.incoming);
  const [p50, p95, max] = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1)];
  say(
    `${wire.padEnd(12)} ${from} → ${to}: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms of ${typist.typed.length} keys; ` +
      `${lost} lost, ${doubled} doubled; limit p95 ${limits[wire]} ms, 0, 0: ` +
      (p95 <= limits[wire] && lost + doubled === 0 ? 'kept' : 'BROKEN'),
  );
}

/**
 * Allows a page only one text transport. The caller's page is enough, because the answer follows the offer.
 */
async function pinWire(page: Page, wire: Wire): Promise<void> {
  await changeBrand(page, ({ text }) => ({ text: { ...text, wires: [wire] } }));
  await page.reload();
}

async function writeBothWays(wire: Wire, caller: [string, Party], callee: [string, Party]): Promise<void> {
  const [[callerName, one], [calleeName, two]] = [caller, callee];
  for (const party of [one, two]) await watchText(party);
  await Promise.all([type(one, sample('First')), type(two, sample('Second'))]);
  await pause(3000);
  const [first, second] = [await readResult(one), await readResult(two)];
  report(wire, [callerName, first], [calleeName, second]);
  report(wire, [calleeName, second], [callerName, first]);
}

/** One log for each text: what is read from it is only what the other end has written. */
async function keepTextsApart(url: string): Promise<void> {
  for (const name of ['alice', 'bobby']) await setWebSetting(url, name, 'WEB_CHAT_LAYOUT', 'over/under');
}

async function betweenChromium(browser: Browser, url: string, wire: Wire): Promise<void> {
  const people = [await Person.at(browser, url, 'alice'), await Person.at(browser, url, 'bobby')] as const;
  const [alice, bobby] = people;
  await pinWire(alice.page, wire);
  for (const someone of people) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hasStatus('ACCEPTED');
  const name = 'Chromium';
  await writeBothWays(wire, [name, chromiumParty(alice.page)], [name, chromiumParty(bobby.page)]);
  for (const someone of people) await someone.leave();
}

async function withFirefox(browser: Browser, url: string, wire: Wire, path: string): Promise<void> {
  const alice = await Person.at(browser, url, 'alice');
  await pinWire(alice.page, wire);
  await alice.isReachable();
  const firefox = await startFirefox(path);
  try {
    const bobby = await firefox.open('bobby');
    await logIn(bobby, url, 'bobby');
    await isReachable(bobby);
    await alice.dial('bobby');
    await bobby.click(button('Answer'));
    await alice.hasStatus('ACCEPTED');
    await writeBothWays(wire, ['Chromium', chromiumParty(alice.page)], [firefox.name, bobby]);
  } finally {
    await firefox.close();
    await alice.leave();
  }
}

/** Tasks over 50 ms of the page since the last call of this function. */
const takeLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { tasks } = window as unknown as { tasks: number[] };
    return tasks.splice(0);
  });

function watchLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ type: 'longtask' });
  });
}

/**
 * Starts to measure the processor time of the page's main thread, which does not depend on other programs.
 * @returns a function that reads this time, in milliseconds
 */
async function meterWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Pastes like a user: the field gets one change, however many lines the text has. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+V');
}

const QUIET_MS = 10_000;

/**
 * Pastes ten thousand characters at one end of a text-only call, then types fifty, and measures the load of
 * both pages meanwhile. For comparison it measures the same pages while no text is written.
 */
async function backlog(browser: Browser, server: SamtalServer, layout: string, text: string): Promise<void> {
  const settings = { WEB_CHAT_LAYOUT: layout, WEB_AUDIO: 'false', WEB_VIDEO: 'false' };
  for (const name of ['alice', 'bobby'])
    for (const [key, value] of Object.entries(settings)) await setWebSetting(server.url, name, key, value);
  const [alice, bobby] = [
    await Person.at(browser, server.url, 'alice'),
    await Person.at(browser, server.url, 'bobby'),
  ];
  const people = [alice, bobby];
  for (const someone of people) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  for (const { page } of people) await watchLongTasks(page);
  await pause(3000);
  for (const { page } of people) await takeLongTasks(page);
  const meters = await Promise.all(people.map(({ page }) => meterWork(page)));
  await pause(QUIET_MS);
  const quiet = await Promise.all(people.map(({ page }) => takeLongTasks(page)));
  const before = await Promise.all(meters.map((read) => read()));
  await alice.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await alice.ownText.focus();
  for (let at = 0; at < text.length; at += 1000) {
    await paste(alice.page, text.slice(at, at + 1000));
    await pause(250);
  }
  // One chunk of 250 characters is sent every 250 ms.
  await pause(text.length + 1000);
  await alice.page.keyboard.type('and fifty more letters, one by one, at its very end', { delay: 60 });
  await pause(1500);
  const after = await Promise.all(meters.map((read) => read()));
  const { length } = (await bobby.page.locator('[role=log]').textContent()) ?? '';
  for (const [index, someone] of people.entries()) {
    const busy = await takeLongTasks(someone.page);
    const list = (tasks: readonly number[] = []): string =>
      tasks.length === 0 ? 'none' : `${tasks.join(' ')} ms`;
    say(
      `backlog of ${length} characters, ${layout}, ${index === 0 ? 'writer' : 'reader'}: tasks over 50 ms ${list(busy)}; ` +
        `limit none; in ${QUIET_MS / 1000} s without a letter ${list(quiet[index])}; all of it took ` +
        `${Math.round((after[index] ?? 0) - (before[index] ?? 0))} ms of the processor (machine load ${loadavg()[0]?.toFixed(1)} on ${cpus().length})`,
    );
  }
  for (const someone of people) await someone.leave();
}

const asked = process.argv.slice(2);
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);
await buildWeb();
const server = await startSamtalServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
const wires = ['data-channel', 'message'] as const;
await keepTextsApart(server.url);
try {
  if (wants('chromium')) {
    const page = await browser.newPage();
    const bare = (await bareChannel(page)).toSorted((one, two) => one - two);
    say(
      `floor: a bare data channel to a drawn frame, p50 ${percentile(bare, 0.5)} ms, p95 ${percentile(bare, 0.95)} ms; ` +
        'text is collected for up to 250 ms (one chunk every 250 ms), which is most of the times below',
    );
    await page.close();
    for (const wire of wires) await betweenChromium(browser, server.url, wire);
  }
  const firefox = findFirefox();
  if (wants('firefox') && firefox === undefined) say('Firefox: not installed, not measured');
  if (wants('firefox') && firefox !== undefined)
    for (const wire of wires) await withFirefox(browser, server.url, wire, firefox);
  if (wants('backlog')) {
    await backlog(
      browser,
      server,
      'over/under',
      'Forty-nine letters make a line, and then another\n'.repeat(205),
    );
    await backlog(
      browser,
      server,
      'one box',
      'words without any line break at all, one after another '.repeat(184),
    );
  }
} finally {
  await browser.close();
  await server.dispose();
}
