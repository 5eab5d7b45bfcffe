import { expect, test } from '../../support/journey.ts';
import { keepAsking } from '../../support/page/permission-prompt.ts';
import type { Person } from '../../support/page/person.ts';

/** Expects the focus on the heading `words`: a screen reader reads it before the screen changes. */
async function isTold({ page }: Person, words: string): Promise<void> {
  await expect(page.getByRole('heading', { name: words })).toBeFocused();
}

test('CALLSCR-14 STATE-12 D37 a callee who declines reads so, then the page comes back', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await bobby.hasStatus('REJECTED_LOCAL');
  await isTold(bobby, 'You rejected the call.');
  await bobby.hasStatus('COMPLETED');
  await expect(bobby.callButton).toBeVisible();
});

test('CALLSCR-14 STATE-13 D37 a user who hangs up reads so, and a press closes the screen immediately', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.hangUp();
  await alice.hasStatus('TERMINATED_LOCAL');
  await isTold(alice, 'You ended the call.');
  await bobby.hasStatus('TERMINATED_REMOTE');
  await alice.page.keyboard.press('Escape');
  await alice.hasStatus('COMPLETED');
});

test('STATE-11 A-062 D37 a call cancelled while the browser asks for devices is CANCELED_LOCAL, then COMPLETED', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await keepAsking(alice);
  await alice.dial('bobby');
  await alice.hasStatus('CALLING');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await alice.hasStatus('CANCELED_LOCAL');
  await isTold(alice, 'You cancelled the call.');
  await alice.hasStatus('COMPLETED');
  await bobby.hasStatus(undefined);
});

test('STATE-13 LOGIN-13 D37 a call that a logout in another tab ends says so before the login page appears', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const other = await alice.page.context().newPage();
  await other.goto(alice.page.url());
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await other.evaluate(() => localStorage.setItem('logout', String(Date.now())));
  await alice.hasStatus('TERMINATED_LOCAL');
  await isTold(alice, 'You ended the call.');
  await expect(alice.page.getByLabel('Username')).toBeVisible();
  await bobby.hasStatus('TERMINATED_REMOTE');
});

test('REG-03 STATE-13 D37 a call that a lost connection ends is TERMINATED_LOCAL, then COMPLETED with a screen that says why', async ({
  endingServer,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], endingServer.url);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.context().setOffline(true);
  await alice.hasStatus('TERMINATED_LOCAL');
  await isTold(alice, 'The connection was lost, and the call has ended.');
  await alice.hasStatus('COMPLETED');
  await isTold(alice, 'The connection was lost, and the call has ended.');
});
