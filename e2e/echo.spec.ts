import { expect, test } from './support/journey.ts';

test('D28 one person alone makes a first call: echo sends back what is typed', async ({ person }) => {
  const alice = await person('alice');
  await alice.isReachable();
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await expect(alice.page.getByText('Text, with short delays')).toBeVisible();
  await expect(alice.incomingText).toContainText('This is the echo service.');
  await alice.ownText.pressSequentially('Anybody there? 👋🏽', { delay: 20 });
  await expect(alice.incomingText).toContainText('Anybody there? 👋🏽');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
});
