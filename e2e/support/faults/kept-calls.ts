import type { Locator } from '@playwright/test';
import { expect } from '../journey.ts';
import type { Person } from '../page/person.ts';

/** The sign in the header of a call that its connection is interrupted. */
export const interruption = ({ page }: Person): Locator => page.locator('header [data-sign=warning]');

/** Waits until the call flows again. */
export async function flows(...people: readonly Person[]): Promise<void> {
  for (const someone of people) {
    await expect(interruption(someone)).toHaveCount(0, { timeout: 30_000 });
    await someone.hasStatus('ACCEPTED');
  }
}

/** Types more text and waits until the other person reads all that was typed so far. */
export async function tells(writer: Person, reader: Person, words: string): Promise<void> {
  await writer.ownText.press('End');
  await writer.ownText.pressSequentially(words);
  await expect(reader.page.locator('[data-author=other] [data-words]').last()).toContainText(words.trim(), {
    timeout: 30_000,
  });
}

/** How many frames and packets must arrive until the other person is seen and heard again. */
const FLOWING = { frames: 5, packets: 10 } as const;
const LONGEST_WAIT_MS = 30_000;

/**
 * Resolves when new video and sound of the other person have arrived, counted from now on.
 * @returns when that was, in milliseconds since the epoch; NaN = not within half a minute
 */
export function seesAndHearsAgain({ page }: Person): Promise<number> {
  return page.evaluate(
    async ([frames, packets, longestMs]) => {
      const received = async () => {
        const sum = { frames: 0, packets: 0 };
        for (const peer of window.witness.peers()) {
          if (peer.connectionState === 'closed') continue;
          for (const report of (await peer.getStats()).values()) {
            if (report.type !== 'inbound-rtp') continue;
            if (report.kind === 'video') sum.frames += report.framesDecoded ?? 0;
            else sum.packets += report.packetsReceived ?? 0;
          }
        }
        return sum;
      };
      const last = Date.now() + longestMs;
      let before = await received();
      while (Date.now() < last) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const now = await received();
        // A page that was loaded anew counts from zero.
        if (now.frames < before.frames || now.packets < before.packets) before = { frames: 0, packets: 0 };
        if (now.frames >= before.frames + frames && now.packets >= before.packets + packets)
          return Date.now();
      }
      return Number.NaN;
    },
    [FLOWING.frames, FLOWING.packets, LONGEST_WAIT_MS] as const,
  );
}

/** The median and the greatest of some waits, for the output of a test. */
export function summaryOf(waits: readonly number[]): string {
  const sorted = waits.toSorted((one, other) => one - other);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, most ${sorted.at(-1)} ms`;
}
