import { expect, test } from '../../support/journey.ts';
import { hearAnnouncements, typeWords } from '../../support/page/listener.ts';

const sentences =
  'I will come by train tomorrow evening. Could you meet me at the station? The train is due at nine, ' +
  'but it is often late, so bring something warm. If I am not there by ten, go home and I will take a taxi.\n';

test('A15 INCALL-05 ten characters a second give at most one announcement a second, with every word once', {
  tag: '@long',
}, async ({ reachable }) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.answer();
  await bobby.hasStatus('ACCEPTED');
  const heard = await hearAnnouncements(bobby.page);
  const text = sentences.slice(0, 140);
  await typeWords(alice, text);
  // On a busy machine letters may come late. The listener then hears the part of a word that has come, and
  // after it the whole word. Such a part does not count.
  const wholeWords = async () => {
    const heldUp = new Set(await heard.heldUp());
    const words = await heard.words();
    return words.filter((word, index) => !(heldUp.has(word) && words[index + 1]?.startsWith(word)));
  };
  await expect.poll(wholeWords, { timeout: 8000 }).toEqual(text.trim().split(/\s+/));
  expect(Math.min(...(await heard.pauses()))).toBeGreaterThanOrEqual(1000);

  await bobby.page.getByRole('button', { name: 'Text options' }).click();
  const announced = bobby.page.getByRole('combobox', { name: 'Screen reader announces' });
  await announced.selectOption('Off');
  await alice.ownText.pressSequentially(' unheard');
  await expect(bobby.incomingText).toContainText('unheard');
  await announced.selectOption('Words');
  await alice.ownText.pressSequentially(' heard again ');
  await expect.poll(async () => (await heard.words()).slice(-2)).toEqual(['heard', 'again']);
  expect(await heard.words()).not.toContain('unheard');
});
