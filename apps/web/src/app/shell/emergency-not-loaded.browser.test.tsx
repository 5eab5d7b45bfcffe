import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { emergencyScenes } from '../../gallery/emergency-scenes.ts';
import { showScene } from '../../gallery/testing/show-scene.tsx';
import { PAGES_WAIT_MS } from './Emergency.tsx';
import { holdTimers } from './testing/hold-timers.ts';

/** Ids of the requests for the code of the button that have no answer yet. */
const held: string[] = [];

/** Holds the code back until the returned function is called. */
async function holdCode(): Promise<() => Promise<void>> {
  const client = cdp();
  client.on('Fetch.requestPaused', ({ requestId }: { readonly requestId: string }) => held.push(requestId));
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/load-emergency.ts*' }] });
  onTestFinished(async () => void (await client.send('Fetch.disable')));
  return async () => {
    await Promise.all(held.splice(0).map((requestId) => client.send('Fetch.continueRequest', { requestId })));
  };
}

test('D89 the pages wait two seconds for the code of the emergency button and no longer, and it comes when it is there', async () => {
  expect(PAGES_WAIT_MS).toBe(2000);
  const endWait = holdTimers(PAGES_WAIT_MS);
  const release = await holdCode();
  const scene = emergencyScenes.find(({ name }) => name === 'dial, emergency button');
  const showing = showScene(scene ?? expect.fail('no scene'), 'en');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const contacts = page.getByRole('link', { name: 'Contacts' });
  expect([document.querySelector('[aria-busy="true"]') === null, contacts.all()]).toEqual([false, []]);
  endWait();
  const { leave } = await showing;
  onTestFinished(leave);
  await expect.element(contacts.first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Emergency: 112' });
  expect(button.query()).toBeNull();
  await release();
  await expect.element(button).toBeVisible();
});
