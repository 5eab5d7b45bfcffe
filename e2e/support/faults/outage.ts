import { expect } from '../journey.ts';
import type { Person } from '../page/person.ts';

/** Waits until the user can call again; reconnecting may take up to 30 s. */
export async function canCall(someone: Person): Promise<void> {
  await someone.page.getByLabel('Number or name').fill('x');
  await expect(someone.callButton).toBeEnabled({ timeout: 30_000 });
}

/** Waits for the screen that says that the call is over and why, and leaves it. */
export async function isCutOff(someone: Person): Promise<void> {
  await expect(someone.page.getByText('The connection was lost, and the call has ended.')).toBeVisible();
  await someone.hasStatus('COMPLETED');
  await someone.page.getByRole('button', { name: 'Cancel' }).click();
}

/** One of two users in a call has no network for a while, and then calls again. */
export async function loseNetwork(alice: Person, bobby: Person, seconds: number): Promise<void> {
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.context().setOffline(true);
  await alice.hasStatus('TERMINATED_LOCAL');
  // A screen reader reads the focused heading before the screen changes.
  const lost = alice.page.getByRole('heading', { name: 'The connection was lost, and the call has ended.' });
  await expect(lost).toBeFocused();
  await alice.hasStatus('COMPLETED');
  await expect(lost).toBeFocused();
  await expect(alice.page.getByText('You are offline')).toBeVisible();
  await isCutOff(alice);
  await expect(alice.callButton).toBeDisabled();
  // A fixed wait, because the test is about an outage of this duration.
  await alice.page.waitForTimeout(seconds * 1000);
  await alice.page.context().setOffline(false);
  await canCall(alice);
  await expect(alice.page.getByText('You are offline')).toBeHidden();
  // The remote user is told by the server or by the lack of media, whichever comes first.
  await expect(bobby.page.locator('html')).toHaveAttribute(
    'data-call-status',
    /^(TERMINATED_REMOTE|FAILED)$/,
  );
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
}
