import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** A second tab with a copy of the first tab's session storage, as when a user duplicates a tab. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  return opened;
}

const statusOf = (page: Page) => expect(page.locator('html'));

test('A-082 REG-01 a reloaded tab is the same phone for the registrar; a duplicated tab and its original both ring; when one answers, the other stops without a missed call', async ({
  reachable,
  faults,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await test.step('REG-01 a reloaded tab is the same phone for the registrar', async () => {
    await alice.page.reload();
    await alice.page.getByLabel('Number or name').fill('x');
    await expect(alice.callButton).toBeEnabled();
    const instances = instancesIn(await faults.wire(), 'alice');
    expect(instances.length).toBeGreaterThan(2);
    expect(new Set(instances).size).toBe(1);
  });

  const second = await duplicate(bobby.page);
  await second.getByLabel('Number or name').fill('x');
  await expect(second.getByRole('main').getByRole('button', { name: 'Call', exact: true })).toBeEnabled();
  await alice.dial('bobby');
  for (const page of [bobby.page, second])
    await statusOf(page).toHaveAttribute('data-call-status', 'INCOMING_CALL');
  await second.getByRole('button', { name: 'Answer', exact: true }).click();
  await statusOf(second).toHaveAttribute('data-call-status', 'ACCEPTED');
  await bobby.hasStatus('CANCELED_REMOTE');
  await expect(bobby.page.getByRole('main').getByLabel('Number or name')).toBeVisible();
  expect(new Set(instancesIn(await faults.wire(), 'bobby')).size).toBe(2);
});

/** `+sip.instance` of every REGISTER of that user, in order. */
const instancesIn = (wire: readonly { readonly text: string }[], username: string): string[] =>
  wire
    .filter(({ text }) => text.startsWith('REGISTER ') && text.includes(`To: <sip:${username}@`))
    .map(({ text }) => /\+sip\.instance="<([^>]+)>"/.exec(text)?.[1] ?? '');
