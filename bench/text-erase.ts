/**
 * Measures the cost of a backspace. For each script, texts of 10,000 and of 20,000 characters are erased
 * completely: with all backspaces in one text, with each backspace in a text of its own, and in a
 * conversation as the call core keeps it. Prints medians, and how much more the longer text costs. For
 * comparison, a naive reader segments the whole text for each backspace, in a text of a twentieth of the
 * length. Then measures in a Chromium page with 200,000 characters of incoming text how long a letter takes
 * until it is drawn.
 *
 *   npm run bench:erase
 */
import { cpus, loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Person } from '../e2e/support/page/person.ts';
import { setWebSetting } from '../e2e/support/page/web-setting.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import {
  applyToText,
  type Conversation,
  decode,
  initialDecoder,
  receiveText,
  textOf,
} from '../packages/realtime-text/src/index.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const CHARACTERS = 10_000;
const NAIVE_SHARE = 20;
const RUNS = 15;
const limits = { medianMs: 150, ratio: 2.5, letterMs: 100 } as const;

const scripts: Readonly<Record<string, string>> = {
  Latin: 'a',
  'Latin with accents': 'é',
  'combining accents': 'e\u0301',
  Cyrillic: 'ж',
  Arabic: 'مُ',
  Hebrew: 'ש',
  Devanagari: 'क्षि',
  Tamil: 'நி',
  Thai: 'ที่',
  Khmer: 'ក្ស',
  Han: '漢',
  Hangul: '각',
  Kana: 'が',
  emoji: '👨‍👩‍👧‍👦',
  flags: '🇸🇪',
  'a mark without end': '\u0301',
};

const say = (text: string): void => console.log(text);
const median = (values: readonly number[]): number =>
  values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Milliseconds that `run` takes. The garbage of earlier runs is collected first: npm's script sets
 * `--expose-gc`.
 */
function timed(run: () => unknown): number {
  globalThis.gc?.();
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

function erase(text: string, count: number): string {
  const { elements } = decode(initialDecoder, '\b'.repeat(count));
  return applyToText(text, elements);
}

/** Sends each backspace as a separate text. */
function eraseOneByOne(text: string, count: number): string {
  let rest = text;
  for (let index = 0; index < count; index++) rest = erase(rest, 1);
  return rest;
}

/** Erases one character after the other in a conversation as the call core keeps it. */
function eraseInConversation(text: string, count: number): string {
  let conversation: Conversation = [{ author: 'other', text }];
  for (let index = 0; index < count; index++)
    conversation = receiveText(conversation, 'other', decode(initialDecoder, '\b').elements);
  return textOf(conversation, 'other');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function eraseNaively(text: string, count: number): string {
  let rest = text;
  for (let index = 0; index < count; index++) {
    const last = [...segmenter.segment(rest)].at(-1)?.segment ?? '';
    rest = rest.slice(0, rest.length - last.length);
  }
  return rest;
}

type Cost = { readonly once: number; readonly twice: number };

/** Milliseconds for `count` characters and as many backspaces, and for twice as many. */
function measure(
  run: (text: string, count: number) => string,
  character: string,
  count: number,
  runs: number,
): Cost {
  const of = (length: number): number => timed(() => run(character.repeat(length), length));
  of(count);
  // The two lengths alternate, so that other load on the machine affects both.
  const pairs = Array.from({ length: runs }, () => [of(count), of(2 * count)] as const);
  return { once: median(pairs.map(([once]) => once)), twice: median(pairs.map(([, twice]) => twice)) };
}

function compareScripts(): void {
  for (const [name, character] of Object.entries(scripts)) {
    const together = measure(erase, character, CHARACTERS, RUNS);
    const single = measure(eraseOneByOne, character, CHARACTERS, RUNS);
    const inCall = measure(eraseInConversation, character, CHARACTERS, RUNS);
    const naive = measure(eraseNaively, character, CHARACTERS / NAIVE_SHARE, 1);
    const isKept = [together, single, inCall].every(
      ({ once, twice }) => twice <= limits.medianMs && twice <= limits.ratio * once,
    );
    const inWords = ({ once, twice }: Cost): string =>
      `${twice.toFixed(1)} ms, ${(twice / once).toFixed(2)} times what half of it costs`;
    say(
      `${name.padEnd(19)} 20,000 together: ${inWords(together)}; one by one: ${inWords(single)}; in a conversation: ${inWords(inCall)} ` +
        `(limit ${limits.medianMs} ms, ${limits.ratio}: ${isKept ? 'kept' : 'BROKEN'}); ` +
        `naive, 1,000: ${inWords(naive)}`,
    );
  }
}

/** Milliseconds from sending a letter on the channel to the frame in which the other page has drawn it. */
async function letterWaits(from: Page, to: Page, count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index++) {
    const drawn = to.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const log = document.querySelector('[role=log]');
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
          });
          if (log !== null) observer.observe(log, { subtree: true, childList: true, characterData: true });
        }),
    );
    await to.evaluate(() => undefined);
    const sentAt = await from.evaluate(() => {
      (window as unknown as { channel: RTCDataChannel }).channel.send('字');
      return Date.now();
    });
    waits.push((await drawn) - sentAt);
  }
  return waits;
}

async function fullPage(browser: Browser, url: string, what: string, line: string): Promise<void> {
  const settings = { WEB_AUDIO: 'false', WEB_VIDEO: 'false', WEB_CHAT_LAYOUT: 'over/under' };
  for (const name of ['alice', 'bobby'])
    for (const [key, value] of Object.entries(settings)) await setWebSetting(url, name, key, value);
  const [alice, bobby] = [await Person.at(browser, url, 'alice'), await Person.at(browser, url, 'bobby')];
  await bobby.page.addInitScript(() => {
    const { createDataChannel } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.createDataChannel = function (label, options) {
      const channel = createDataChannel.call(this, label, options);
      Object.assign(window, { channel });
      return channel;
    };
  });
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.getByText('Live text').first().waitFor();
  const send = (text: string, times: number): Promise<void> =>
    bobby.page.evaluate(
      async ([words, count]) => {
        const { channel } = window as unknown as { channel: RTCDataChannel };
        for (let index = 0; index < count; index++) {
          channel.send(words);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
      [text, times] as const,
    );
  await send('字', 1);
  const empty = median(await letterWaits(bobby.page, alice.page, 20));
  const text = line.repeat(Math.floor(8000 / line.length));
  await send(text, 25);
  const full = await letterWaits(bobby.page, alice.page, 40);
  await alice.page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ type: 'longtask' });
  });
  await send('\b'.repeat(8192), 1);
  await send('fin', 1);
  await alice.page.getByText(/fin$/).waitFor();
  const tasks = await alice.page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  const isKept = median(full) <= limits.letterMs;
  say(
    `200,000 characters in ${what}: a letter is drawn after ${median(full)} ms, at most ${Math.max(...full)} ms; ` +
      `in an empty page ${empty} ms (limit ${limits.letterMs} ms: ${isKept ? 'kept' : 'BROKEN'}); ` +
      `8,192 backspaces at once: tasks over 50 ms ${tasks.length === 0 ? 'none' : `${tasks.join(' ')} ms`} ` +
      `(machine load ${loadavg()[0]?.toFixed(1)} on ${cpus().length})`,
  );
  for (const someone of [alice, bobby]) await someone.leave();
}

say(`machine load ${loadavg()[0]?.toFixed(1)} on ${cpus().length}; ratios mean little on a busy one`);
compareScripts();
await buildWeb();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
const server = await startSamtalServer();
try {
  await fullPage(browser, server.url, 'one paragraph', '漢');
  await fullPage(browser, server.url, 'lines', `${'漢'.repeat(49)}\u2028`);
  await fullPage(browser, server.url, 'empty lines', '\u2028');
} finally {
  await browser.close();
  await server.dispose();
}
