import type { Page } from '@playwright/test';
import type { Person } from './person.ts';

/** What a screen reader would announce in a call, in order. */
export type Announcements = {
  /** All words so far of the incoming text. */
  words(): Promise<string[]>;
  /** Milliseconds between one announcement of incoming text and the next. */
  pauses(): Promise<number[]>;
  /** The last words of the incoming text whenever no letter came for so long that the announcer took it for a pause. */
  heldUp(): Promise<string[]>;
};

/**
 * The shortest time between two letters, as seen here, that the announcer may take for a pause. The announcer
 * waits 1,200 ms, but on a busy page it may see the first letter up to 100 ms before this observer does.
 */
const LEAST_PAUSE_MS = 1100;

type Heard = { readonly at: number; readonly words: string };

/**
 * Records additions to the regions with the text of a call that are live by role or `aria-live` (ARIA 1.2,
 * `aria-relevant`). Announcements that are not text, such as a bad connection, are not recorded.
 */
export async function hearAnnouncements(page: Page): Promise<Announcements> {
  await page.evaluate(() => {
    const heard: { at: number; words: string }[] = [];
    const arrived: { at: number; words: string }[] = [];
    Object.assign(window, { heard, arrived });
    const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], output, [role=log]';
    const isText = (node: Node): boolean => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(regions);
      if (region === null || region === undefined || region.getAttribute('aria-live') === 'off') return false;
      return region.matches('[data-announcements], [role=log]') || region.closest('[data-layout]') !== null;
    };
    const say = (node: Node): void => {
      const words = node.textContent?.trim() ?? '';
      if (words !== '' && isText(node)) heard.push({ at: performance.now(), words });
    };
    new MutationObserver((records) => {
      const words = document.querySelector('[role=log]')?.textContent?.trimEnd() ?? '';
      if (words !== arrived.at(-1)?.words) arrived.push({ at: performance.now(), words });
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') say(target);
        else for (const node of addedNodes) say(node);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const read = (what: 'heard' | 'arrived' = 'heard'): Promise<Heard[]> =>
    page.evaluate((name) => (window as unknown as Record<string, Heard[]>)[name] ?? [], what);
  return {
    words: async () => (await read()).flatMap(({ words }) => words.split(/\s+/)),
    pauses: async () => {
      const times = (await read()).map(({ at }) => at);
      return times.slice(1).map((at, index) => at - (times[index] ?? 0));
    },
    heldUp: async () => {
      const all = await read('arrived');
      const isPause = ({ at }: Heard, index: number) => (all[index + 1]?.at ?? at) - at >= LEAST_PAUSE_MS;
      return all.filter(isPause).map(({ words }) => words.split(/\s+/).at(-1) ?? '');
    },
  };
}

/** Types ten characters a second, however long the browser takes for each. */
export async function typeWords(writer: Person, text: string): Promise<void> {
  await writer.ownText.focus();
  const start = performance.now();
  for (const [index, character] of Array.from(text).entries()) {
    await writer.page.waitForTimeout(Math.max(0, start + index * 100 - performance.now()));
    await writer.page.keyboard.press(character === '\n' ? 'Enter' : character);
  }
}
