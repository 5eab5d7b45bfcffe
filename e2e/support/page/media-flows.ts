import { expect } from '@playwright/test';
import type { Person } from './person.ts';
import { type ReceivedMedia, receivedMedia } from './witness.ts';

/**
 * Waits until sound and pictures arrive that were not there before.
 * @param sound what must grow: packets, or also what is heard in them
 */
export async function mediaFlows(
  { page }: Person,
  sound: keyof Pick<ReceivedMedia, 'audioPackets' | 'audioEnergy'>,
  timeout: number,
): Promise<void> {
  const before = await receivedMedia(page);
  const least = sound === 'audioPackets' ? 10 : 0;
  await expect
    .poll(
      async () => {
        const now = await receivedMedia(page);
        return now.framesDecoded > before.framesDecoded + 10 && now[sound] > before[sound] + least;
      },
      { timeout },
    )
    .toBe(true);
}
