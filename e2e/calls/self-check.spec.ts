import { expect, test } from '../support/journey.ts';
import { check, enough, findsFault, launchOptions, openSelfCheck } from '../support/page/self-check.ts';
import { stillOpen } from '../support/page/witness.ts';

test.use({ launchOptions });

const measurable =
  '6.1 6.2.1.1 6.2.1.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.2.4 6.2.4 6.3 6.4 6.5.2 6.5.3 6.5.4 6.5.5'.split(' ');

test.describe.configure({ timeout: 600_000 });

test('EN 301 549 6.1 6.2 6.3 6.4 6.5 D90 the self-check measures a call to the echo service, and every clause that it can measure is met', {
  tag: '@long',
}, async ({ reachable }) => {
  const [alice] = await reachable(['alice']);
  const { page } = alice;
  await openSelfCheck(alice);
  const whole = { met: measurable, person: ['6.2.3', '6.5.6', '6.6'] };
  await expect.poll(() => check(alice), enough).toEqual(whole);
  const clause = (id: string) => page.locator(`[data-clause="${id}"]`);
  await expect(clause('6.1')).toContainText('7000 Hz');
  await expect(clause('6.2.1.1')).toContainText('16 of 16 characters came back');
  await expect(clause('6.5.2')).toContainText('640 × 480');
  await alice.hasStatus('COMPLETED');
  await expect.poll(() => stillOpen(page).then(({ peers }) => peers)).toBe(0);

  // On paper there is the report, and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Self-check against EN 301 549', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Clauses of EN 301 549 v3.2.1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print the report' })).toBeHidden();
});

test('EN 301 549 D90 the self-check finds speech for a telephone, a small slow picture and late sound, and calls nothing else not met', {
  tag: '@long',
}, async ({ person }) => {
  await findsFault(await person('alice'), 'media', ['6.1', '6.5.2', '6.5.3', '6.5.4']);
});

test('D90 the self-check says that an address does not answer', async ({ reachable }) => {
  const [alice] = await reachable(['alice']);
  const { page } = alice;
  await openSelfCheck(alice);
  await page.getByLabel('Address of the echo service').fill('busy');
  await page.getByRole('button', { name: 'Start the check' }).click();
  await expect(page.getByText('The service did not answer, so nothing was measured.')).toBeVisible();
});
