import { expect, test } from './support/journey.ts';
import { setWebSetting } from './support/web-setting.ts';

test.afterEach(({ server }) => setWebSetting(server.url, 'alice', 'WEB_TEXT_SIZE', '22'));

const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

test('D42 D47 SET-05 RTT-06 text of a call looks like now: turns in order, own words once, sizes, phrases, emoji', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  const { page } = alice;
  const log = page.getByRole('log', { name: 'Shared text' });
  const turns = log.getByRole('article');

  await test.step('each finished line is a turn in its place, and the line being written is in the field only', async () => {
    await alice.ownText.pressSequentially('Where are you?\n');
    await expect(alice.ownText).toHaveValue('');
    await bobby.ownText.pressSequentially('At home');
    await expect(alice.incomingText).toHaveText('At home');
    await alice.ownText.pressSequentially('Good');
    await expect(bobby.incomingText).toHaveText('Good');
    await expect(turns.locator('[data-words]')).toHaveText(['Where are you?', 'At home']);
    await expect(turns.getByRole('time')).toHaveText([/^\d\d:\d\d$/, /^\d\d:\d\d$/]);
    await expect(alice.ownText).toHaveValue('Good');
  });

  await test.step('erasing at the start of the field takes the line before it back, at both ends', async () => {
    for (let count = 0; count < 5; count++) await page.keyboard.press('Backspace');
    await expect(alice.ownText).toHaveValue('Where are you?');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('!');
    await expect(alice.ownText).toHaveValue('Where are you!');
    await expect(bobby.incomingText).toHaveText('Where are you!');
    await page.keyboard.press('Enter');
  });

  await test.step('one press makes the text larger, and the account keeps the size', async () => {
    const before = await log.evaluate(sizeOf);
    const saved = page.waitForRequest(/\/webSettings\/WEB_TEXT_SIZE/);
    await page.getByRole('button', { name: 'Larger text' }).click();
    expect((await saved).postData()).toBe('24');
    await expect.poll(() => log.evaluate(sizeOf)).toBeGreaterThan(before);
    await expect.poll(() => alice.ownText.evaluate(sizeOf)).toBeGreaterThan(before);
  });

  await test.step('a phrase and an emoji are written by one press each, and not before', async () => {
    await page.getByRole('button', { name: 'Phrases' }).click();
    await expect(bobby.incomingText).toHaveText('Where are you!');
    await page.getByRole('button', { name: 'One moment, please.' }).click();
    await expect(alice.ownText).toBeFocused();
    await expect(bobby.incomingText).toHaveText('One moment, please.');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByRole('toolbar', { name: 'Emoji' }).getByRole('button', { name: '👍' }).click();
    await expect(bobby.incomingText).toHaveText('One moment, please.👍');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Emoji' })).toBeFocused();
    await alice.hasStatus('ACCEPTED');
  });
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
});
