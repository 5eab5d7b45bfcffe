import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import { openBroken } from '../faults/broken-calls.ts';
import { expect } from '../journey.ts';
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

/** Makes a check and waits for its end. Returns the clauses by verdict; empty if the call was not measured. */
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
 * The check measures speed, and a busy machine is slow: a clause that is not met is measured again. A clause that is
 * broken on purpose is not met in any measurement.
 */
export const enough = { intervals: [0], timeout: 500_000 };

/** Brings about a fault, and expects that the self-check finds exactly the clauses `notMet` not met. */
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
