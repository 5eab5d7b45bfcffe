import { expect, test } from '../support/journey.ts';
import { arrowTo, tabTo } from '../support/page/keyboard.ts';

for (const [forcedColors, tag] of [
  ['none', '@long'],
  ['active', '@daily'],
] as const) {
  test(`A14 a user makes a whole call by keyboard, with visible focus at every stop (forced colours: ${forcedColors})`, {
    tag,
  }, async ({ person }) => {
    const alice = await person('alice', { forcedColors });
    const bobby = await person('bobby');
    await bobby.isReachable();
    const { page } = alice;
    const { keyboard } = page;
    await expect(page.getByLabel('Username')).toBeVisible();

    await tabTo(page, 'Username');
    await keyboard.type('alice');
    await tabTo(page, 'Password');
    await keyboard.type('demo1234');
    await keyboard.press('Enter');

    await expect(page.getByLabel('Number or name')).toBeFocused();
    await keyboard.type('bobby');
    await expect(alice.callButton).toBeEnabled();
    await keyboard.press('Enter');
    await alice.hasStatus('CALLING');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');

    await expect(alice.ownText).toBeFocused();
    await keyboard.type('Hello');
    await expect(bobby.incomingText).toHaveText('Hello');

    await tabTo(page, 'Hang up');
    await arrowTo(page, 'Microphone');
    await keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Microphone' })).toHaveAttribute('aria-pressed', 'false');

    await arrowTo(page, 'Dialpad');
    await keyboard.press('Enter');
    await keyboard.press('5');
    await expect(page.getByRole('status').filter({ hasText: '5' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Dialpad' })).toBeFocused();
    await alice.hasStatus('ACCEPTED');

    await arrowTo(page, 'Hang up');
    await keyboard.press('Enter');
    await alice.hasStatus('COMPLETED');

    await bobby.page.getByRole('button', { name: 'Call again' }).click();
    await alice.hasStatus('INCOMING_CALL');
    await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeFocused();
    // In the first moments the page ignores keys, because the user may have meant them for the previous
    // screen.
    await expect(async () => {
      await keyboard.press('Space');
      await expect(page.locator('html')).not.toHaveAttribute('data-call-status', 'INCOMING_CALL', {
        timeout: 1,
      });
    }).toPass();
    await alice.hasStatus('ACCEPTED');
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    await tabTo(page, 'Cancel');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Number or name')).toBeVisible();
  });
}
