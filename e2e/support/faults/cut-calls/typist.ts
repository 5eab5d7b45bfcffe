import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Person } from '../../page/person.ts';
import type { Random } from './random.ts';

/** Milliseconds between two keys: from a fast typist to a slow one. */
const PAUSE_MS = { least: 15, most: 120 } as const;
/** Greatest distance of a change from the end of the text, in graphemes. */
const NEAR_GRAPHEMES = 12;

/** Puts the caret in front of the last `count` graphemes of the text field that has the focus. */
const moveCaret = (page: Page, count: number): Promise<void> =>
  page.evaluate((back) => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return;
    const graphemes = [...new Intl.Segmenter().segment(field.value)];
    const at = graphemes.at(-back)?.index ?? 0;
    const caret = back === 0 ? field.value.length : at;
    field.setSelectionRange(caret, caret);
  }, count);

/**
 * Types letters, spaces and line breaks, and corrects them at the end and in the middle of the text, until
 * `end`. Resolves at `end` even if the browser has been stopped or killed.
 */
export async function typeUntil(
  end: AbortSignal,
  { page, ownText }: Person,
  random: Random,
  nextLetter: () => string,
): Promise<void> {
  const pause = () => sleep(random.between(PAUSE_MS.least, PAUSE_MS.most), undefined, { signal: end });
  const enter = async (characters: string): Promise<void> => {
    await page.keyboard.insertText(characters);
    await pause();
  };
  const erase = async (): Promise<void> => {
    await page.keyboard.press('Backspace');
    await pause();
  };
  const times = async (count: number, act: () => Promise<void>): Promise<void> => {
    for (let n = 0; n < count; n++) await act();
  };
  const letters = () => times(random.between(1, 5), () => enter(nextLetter()));

  async function changeTheMiddle(): Promise<void> {
    await moveCaret(page, random.between(1, NEAR_GRAPHEMES));
    if (random.chance(50)) await enter(nextLetter());
    else await times(random.between(1, 2), erase);
    await moveCaret(page, 0);
  }

  async function type(): Promise<void> {
    await ownText.focus();
    while (!end.aborted) {
      const choice = random.below(100);
      if (choice < 62) await letters();
      else if (choice < 72) await enter(' ');
      else if (choice < 75) await enter('\n');
      else if (choice < 90) await times(random.between(1, 4), erase);
      else await changeTheMiddle();
    }
  }

  const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
  const typing = type().catch((error: unknown) => {
    if (!end.aborted) throw error;
  });
  await Promise.race([typing, ended]);
}
