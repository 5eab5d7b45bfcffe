import { chromiumFlags, findChromium } from '../../tools/chromium.mjs';
import { openBroken } from '../support/broken-calls.ts';
import { expect, test } from '../support/journey.ts';
import type { Person } from '../support/person.ts';
import { stillOpen } from '../support/witness.ts';

// By default the fake camera makes 20 frames a second, too few to tell whether 20 come back.
const fakeCamera = '--use-fake-device-for-media-stream';
const args = chromiumFlags.map((flag) => (flag === fakeCamera ? `${flag}=fps=30` : flag));
test.use({ launchOptions: { executablePath: findChromium() ?? '', args } });

const measurable =
  '6.1 6.2.1.1 6.2.1.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.2.4 6.2.4 6.3 6.4 6.5.2 6.5.3 6.5.4 6.5.5'.split(' ');

type Report = Readonly<Record<string, readonly string[]>>;

async function openPage({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Test your devices' }).click();
  await page.getByRole('link', { name: 'Self-check against EN 301 549' }).click();
}

/** Makes a check and waits for its end; the clauses by their verdict, none if the call was not measured. */
async function check({ page }: Person): Promise<Report> {
  await page.getByRole('button', { name: /^(Start the check|Check again)$/ }).click();
  const failed = page.getByRole('alert').filter({ hasText: /measured|cannot be made/ });
  await expect(page.getByRole('heading', { name: 'Report' }).or(failed)).toBeVisible({ timeout: 150_000 });
  const found = await page
    .locator('[data-clause]')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('data-verdict') ?? '', row.getAttribute('data-clause') ?? '']),
    );
  const byVerdict: Record<string, string[]> = {};
  for (const [verdict = '', clause = ''] of found) (byVerdict[verdict] ??= []).push(clause);
  return byVerdict;
}

/**
 * The check measures speed, so a machine that is busy does not meet some clauses: they are measured again, like the
 * frames of `parties.spec.ts`. A clause that is broken is broken each time.
 */
const enough = { intervals: [0], timeout: 500_000 };

test.describe.configure({ timeout: 600_000 });

test('EN 301 549 6.1 6.2 6.3 6.4 6.5 D90 the self-check measures a call to the echo service, and every clause that it can measure is met', async ({
  reachable,
}) => {
  const [alice] = await reachable(['alice']);
  const { page } = alice;
  await openPage(alice);
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

for (const [fault, notMet, what] of [
  [
    'media',
    ['6.1', '6.5.2', '6.5.3', '6.5.4'],
    'speech for a telephone, a small slow picture and late sound',
  ],
  [
    'screen',
    ['6.2.2.1', '6.2.2.2', '6.2.2.3', '6.2.2.4', '6.3', '6.5.5'],
    'text on text, no names and no sign of a voice',
  ],
  ['text', ['6.2.1.1', '6.2.4', '6.4'], 'late text and no greeting'],
  ['sound', ['6.1', '6.2.1.2', '6.2.2.4', '6.5.5'], 'a lost sound'],
] as const)
  test(`EN 301 549 D90 the self-check finds ${what}, and calls nothing else not met`, async ({ person }) => {
    const alice = await person('alice');
    await openBroken(alice.page, fault);
    await alice.isReachable();
    await openPage(alice);
    await expect.poll(async () => (await check(alice))['notMet'], enough).toEqual(notMet);
  });

test('D90 the self-check says that an address does not answer', async ({ reachable }) => {
  const [alice] = await reachable(['alice']);
  const { page } = alice;
  await openPage(alice);
  await page.getByLabel('Address of the echo service').fill('busy');
  await page.getByRole('button', { name: 'Start the check' }).click();
  await expect(page.getByText('The service did not answer, so nothing was measured.')).toBeVisible();
});
