import { expect, test } from '../../support/journey.ts';
import { allow, keepAsking } from '../../support/page/permission-prompt.ts';
import type { Person } from '../../support/page/person.ts';

/** Expects the focus on the heading `words`: a screen reader reads it before the screen changes. */
async function isTold({ page }: Person, words: string): Promise<void> {
  await expect(page.getByRole('heading', { name: words })).toBeFocused();
}

test('CALLSCR-07 CALLSCR-14 LOGIN-13 STATE-11 STATE-12 STATE-13 STATE-15 STATE-16 A-062 D37 each end of a call: declined, hung up, cancelled, ended by a logout in another tab', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);

  await test.step('STATE-11 A-062 a call cancelled while the browser asks for devices is CANCELED_LOCAL, then COMPLETED', async () => {
    await keepAsking(alice);
    await alice.dial('bobby');
    await alice.hasStatus('CALLING');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await alice.hasStatus('CANCELED_LOCAL');
    await isTold(alice, 'You cancelled the call.');
    await alice.hasStatus('COMPLETED');
    await bobby.hasStatus(undefined);
    await allow(alice);
  });

  await test.step('STATE-12 STATE-15 CALLSCR-07 CALLSCR-14 declining ends the ringing and tells both, then the page comes back, and the caller can call again', async () => {
    await alice.dial('bobby');
    await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
    await bobby.hasStatus('REJECTED_LOCAL');
    await isTold(bobby, 'You rejected the call.');
    await bobby.hasStatus('COMPLETED');
    await expect(bobby.callButton).toBeVisible();
    await alice.hasStatus('REJECTED_REMOTE');
    await expect(alice.page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();
    await alice.page.getByRole('button', { name: 'Call again' }).click();
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
  });

  await test.step('CALLSCR-14 STATE-13 a user who hangs up reads so, and a press closes the screen immediately', async () => {
    await alice.hangUp();
    await alice.hasStatus('TERMINATED_LOCAL');
    await isTold(alice, 'You ended the call.');
    await bobby.hasStatus('TERMINATED_REMOTE');
    await alice.page.keyboard.press('Escape');
    await alice.hasStatus('COMPLETED');
  });

  await test.step('STATE-11 STATE-16 a cancelled call stops ringing at the other end', async () => {
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await alice.hasStatus('COMPLETED');
    await expect(bobby.page.getByRole('alertdialog')).toBeHidden();
  });

  await test.step('STATE-13 LOGIN-13 a call that a logout in another tab ends says so before the login page appears', async () => {
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
});
