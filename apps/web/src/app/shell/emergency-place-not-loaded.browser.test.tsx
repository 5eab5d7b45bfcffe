import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { emergencyScenes } from '../../gallery/emergency-scenes.ts';
import { showScene } from '../../gallery/testing/show-scene.tsx';
import { PAGES_WAIT_MS } from './Emergency.tsx';
import { holdTimers } from './testing/hold-timers.ts';

/** Holds the code of the button back until the page shows the place of the notices, which needs no such code. */
async function holdCode(): Promise<void> {
  const client = cdp();
  const release = async ({ requestId }: { readonly requestId: string }): Promise<void> => {
    await expect.poll(() => document.querySelector('[aria-live="polite"]')).not.toBeNull();
    await client.send('Fetch.continueRequest', { requestId });
  };
  client.on('Fetch.requestPaused', (paused: { readonly requestId: string }) => void release(paused));
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/load-emergency.ts*' }] });
  onTestFinished(async () => void (await client.send('Fetch.disable')));
}

/** Where each tab of a phone and each entry of the menu of a computer has been, as of each change of the page. */
function watchLinks(): ReadonlyMap<string, ReadonlySet<number>> {
  const seen = new Map<string, Set<number>>();
  const look = (): void => {
    for (const link of document.querySelectorAll('nav a')) {
      const { left, width } = link.getBoundingClientRect();
      if (width > 0)
        seen.set(link.textContent, (seen.get(link.textContent) ?? new Set()).add(Math.round(left)));
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return seen;
}

test('D89 the emergency button is there as soon as the tabs are, and moves none of them', async () => {
  await page.viewport(390, 844);
  holdTimers(PAGES_WAIT_MS);
  await holdCode();
  const seen = watchLinks();
  const scene = emergencyScenes.find(({ name }) => name === 'dial, emergency button');
  const { leave } = await showScene(scene ?? expect.fail('no scene'), 'en');
  onTestFinished(leave);
  await expect.element(page.getByRole('button', { name: 'Emergency: 112' })).toBeVisible();
  expect(seen.size).toBeGreaterThan(2);
  for (const [link, places] of seen) expect([link, [...places]]).toEqual([link, [expect.any(Number)]]);
});
