import { expect, test } from '../../support/journey.ts';
import { setWebSetting } from '../../support/page/web-setting.ts';

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

test('D77 INCALL-19 INCALL-20 on a phone a video call begins without the text panel, which one press shows; the words that arrive while the text is hidden are seen, and a press opens the text', async ({
  person,
}) => {
  const alice = await person('alice', { viewport: { width: 360, height: 740 } });
  const bobby = await person('bobby');
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await expect(alice.ownText).toBeHidden();
  await expect(bobby.ownText).toBeVisible();
  const text = alice.page.getByRole('button', { name: 'Text', exact: true });
  await text.click();
  await expect(alice.ownText).toBeVisible();
  await text.click();
  await expect(alice.ownText).toBeHidden();
  const arriving = alice.page.getByRole('button', { name: 'New text has arrived.' });
  await expect(arriving).toBeHidden();
  const controls = alice.page.getByRole('toolbar', { name: 'Call controls' });
  const before = await controls.boundingBox();

  await bobby.ownText.pressSequentially('I am at the door');
  await expect(arriving).toContainText('I am at the door');
  await bobby.ownText.pressSequentially(`. ${'Please come down, it is raining. '.repeat(8)}Thanks`);
  await expect(arriving).toContainText('Thanks');
  const { y = 0, height = 0 } = (await arriving.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(before?.y ?? 0);
  expect(await controls.boundingBox()).toEqual(before);
  const [words, last] = await arriving.locator('bdi').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    range.setStart(range.endContainer.firstChild ?? range.endContainer, element.textContent.length - 6);
    return [element.getBoundingClientRect().toJSON(), range.getBoundingClientRect().toJSON()] as [
      DOMRect,
      DOMRect,
    ];
  });
  expect(last.bottom).toBeLessThanOrEqual(words.bottom + 1);
  expect(last.top).toBeGreaterThanOrEqual(words.top);

  await arriving.click();
  await expect(alice.incomingText).toContainText('I am at the door');
  await expect(alice.ownText).toBeFocused();
  await expect(arriving).toBeHidden();
});
