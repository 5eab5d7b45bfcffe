import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';

/** Labels of the open devices of a page. */
const openDevices = (page: Page) =>
  page.evaluate(() =>
    window.witness
      .tracks()
      .filter(({ readyState }) => readyState === 'live')
      .map(({ label }) => label)
      .toSorted(),
  );

const openMicrophones = async (page: Page) =>
  (await openDevices(page)).filter((label) => label.includes('Audio Input'));

/**
 * Resolves when the voice of the other user has paused and is audible again. The fake microphone beeps twice
 * a second and is silent for less than 100 ms, so samples at long intervals could always find sound, or
 * always silence.
 */
const isHeardAnew = (page: Page, name: string): Promise<void> =>
  page.getByRole('img', { name: new RegExp(`sound from ${name}$`, 'i') }).evaluate(
    (sign) =>
      new Promise<void>((resolve) => {
        let hasPaused = false;
        const observer = new MutationObserver(() => {
          const isSpeaking = sign.hasAttribute('data-speaking');
          if (!isSpeaking) hasPaused = true;
          else if (hasPaused) {
            observer.disconnect();
            resolve();
          }
        });
        observer.observe(sign, { attributeFilter: ['data-speaking'] });
      }),
  );

test('D16 the test of the devices finds those that work and leaves none open; the next call uses the chosen microphone, and goes on when another one is chosen', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const { page } = alice;

  await test.step('the test of the devices', async () => {
    await page.getByRole('link', { name: 'Test your devices' }).click();
    await page.getByRole('button', { name: 'Start the test' }).click();
    const report = page.getByLabel('Report for support');
    for (const line of [
      /^Microphone: Works\. .+ picks up sound\.$/m,
      /^Server: Works\. Answered in \d+ ms\.$/m,
    ])
      await expect(report).toHaveValue(line);
    await expect(report).toHaveValue(/^Camera: .*(640 × 480|1280 × 720)/m);
    await expect(report).not.toHaveValue(/demo1234|Testing…/);
    await page.getByRole('link', { name: 'Call', exact: true }).click();
    await expect(page.getByLabel('Number or name')).toBeVisible();
    // The dial screen shows the camera; the microphone is closed.
    await expect.poll(() => openDevices(page)).toEqual([expect.stringMatching(/^fake_device/)]);
  });

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Test camera and microphone' }).click();
  await page.getByLabel('Microphone', { exact: true }).selectOption('Fake Audio Input 2');
  await expect.poll(() => openDevices(page)).toContain('Fake Audio Input 2');
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await expect.poll(() => openDevices(page)).not.toContain('Fake Audio Input 2');

  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  expect(await openDevices(page)).toContain('Fake Audio Input 2');
  // The fake microphones beep, so the other page shows sound.
  await expect(bobby.page.getByRole('img', { name: 'Sound from Alice Demo' })).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Camera and sound' }).click();
  await page.getByRole('dialog').getByLabel('Microphone').selectOption('Fake Audio Input 1');
  // Both microphones are open while one replaces the other.
  await expect.poll(() => openMicrophones(page)).toEqual(['Fake Audio Input 1']);
  await page.keyboard.press('Escape');
  await isHeardAnew(bobby.page, 'Alice Demo');

  await bobby.page.getByRole('button', { name: /connection\. Show details$/ }).click();
  const details = bobby.page.getByRole('dialog', { name: 'Connection' });
  await expect(details.getByRole('row', { name: 'Audio codec opus opus' })).toBeVisible();
  await expect(details.getByRole('row', { name: 'Path Direct' })).toBeVisible();
  await bobby.page.keyboard.press('Escape');

  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await expect.poll(() => openDevices(page)).not.toContain('Fake Audio Input 1');
});
