import { chromiumFlags, findChromium } from '../../tools/chromium.mjs';
import { openBroken } from './broken-calls.ts';
import { expect } from './journey.ts';
import type { Person } from './person.ts';

// By default the fake camera makes 20 frames a second, too few to tell whether 20 come back.
const fakeCamera = '--use-fake-device-for-media-stream';
const args = chromiumFlags.map((flag) => (flag === fakeCamera ? `${flag}=fps=30` : flag));
export const launchOptions = { executablePath: findChromium() ?? '', args };

type Report = Readonly<Record<string, readonly string[]>>;

export async function openSelfCheck({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Test your devices' }).click();
  await page.getByRole('link', { name: 'Self-check against EN 301 549' }).click();
}

/** Makes a check and waits for its end; the clauses by their verdict, none if the call was not measured. */
export async function check({ page }: Person): Promise<Report> {
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
export const enough = { intervals: [0], timeout: 500_000 };

/** Makes a check of a product with a fault: exactly `notMet` are not met. */
export async function findsFault(
  alice: Person,
  fault: Parameters<typeof openBroken>[1],
  notMet: readonly string[],
): Promise<void> {
  await openBroken(alice.page, fault);
  await alice.isReachable();
  await openSelfCheck(alice);
  await expect.poll(async () => (await check(alice))['notMet'], enough).toEqual(notMet);
}
