/**
 * Measures how long a letter takes that a user types on the dial page among 10 000 contacts and 10 000 entries of the
 * directory: from the key to the frame that shows the people found. Compared with a limit, and with a letter in a field
 * of the same page that searches nothing.
 *
 *   npm run bench:find
 */
import { chromium, type Page } from 'playwright-core';
import { Person } from '../e2e/support/page/person.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const COUNT = 10_000;
const LIMIT_MS = 100;

const say = (text: string): void => console.log(text);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Names from several scripts, unsorted. */
const surnames = ['Öberg', 'Bergström', 'O’Neill', 'Фёдорова', 'العلي', 'ใจดี', 'Müller-Lüdenscheidt'];
const nameOf = (index: number): string =>
  `${String.fromCharCode(65 + ((index * 7) % 26))}nna${index % 97} ${surnames[index % surnames.length]} ${index}`;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const answers: Readonly<Record<string, unknown>> = {
  'contacts/search': {
    contactList: numbers.map((id) => ({
      id,
      fname: nameOf(id),
      sipaddress: `${id % 2 === 0 ? '+4670' : 'c'}${100_000 + id}@demo.example`,
    })),
  },
  business_directory: {
    directory: numbers.map((id) => ({ id, name: `Office ${nameOf(id)}`, phone: `d${id}@demo.example` })),
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
}

/** Milliseconds from each letter of `text` to the frame after it, typed into the field of the dial page. */
const letterTimes = (page: Page, text: string, isSearching: boolean): Promise<number[]> =>
  page.evaluate(
    async ([typed, searches]) => {
      let field: HTMLInputElement | null = document.querySelector('main input[autocomplete="off"]');
      if (!searches) {
        field = document.createElement('input');
        document.querySelector('main')?.append(field);
      }
      if (field === null) throw new Error('there is no field');
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const times: number[] = [];
      const drawn = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(), { once: true });
            port1.start();
            port2.postMessage(undefined);
          });
        });
      field.focus();
      for (let length = 0; length <= typed.length; length += 1) {
        await drawn();
        const startedAt = performance.now();
        setValue?.call(field, typed.slice(0, length));
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await drawn();
        if (length > 0) times.push(performance.now() - startedAt);
      }
      setValue?.call(field, '');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (!searches) field.remove();
      return times;
    },
    [text, isSearching] as const,
  );

await buildWeb();
const server = await startSamtalServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  const alice = await Person.at(browser, server.url, 'alice');
  const { page } = alice;
  await serve(page);
  await alice.isReachable();
  // The first letter loads the directory.
  await page.getByLabel('Number or name').fill('office anna');
  await page.getByRole('option', { name: 'Office' }).first().waitFor();
  await page.getByLabel('Number or name').fill('');
  let isWithin = true;
  for (const text of ['anna', 'öberg 12', '07010', 'ใจดี', 'العلي', 'ф', 'zzz']) {
    const times = await letterTimes(page, text, true);
    const bare = await letterTimes(page, text, false);
    isWithin &&= Math.max(...times) <= LIMIT_MS;
    say(
      `${text.padEnd(10)} median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms ` +
        `(a letter in a bare field: median ${median(bare).toFixed(0)} ms)`,
    );
  }
  say(isWithin ? `Every letter within ${LIMIT_MS} ms.` : `NOT every letter within ${LIMIT_MS} ms.`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await server.dispose();
}
