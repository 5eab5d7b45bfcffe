import { expect, test } from '../support/journey.ts';
import { hearAnnouncements, typeWords } from '../support/page/listener.ts';

const MINUTE_OF_TYPING = 600;
const story =
  'We left before dawn, as the roads were empty then and the heat had not come yet. My sister drove.\n' +
  'ja ja\nja\nIt took four hours: two by car, one on foot, and one more waiting for the boat that never came.\n';

for (const mode of ['Lines', 'Words']) {
  test(`A15 INCALL-05 a minute of ten characters a second, ${mode}, gives at most one announcement a second, with every word once`, async ({
    reachable,
  }) => {
    test.setTimeout(240_000);
    const [alice, bobby] = await reachable(['alice', 'bobby']);
    await alice.dial('bobby');
    await bobby.answer();
    await bobby.hasStatus('ACCEPTED');
    await bobby.page.getByRole('button', { name: 'Text options' }).click();
    await bobby.page.getByRole('combobox', { name: 'Screen reader announces' }).selectOption(mode);
    const heard = await hearAnnouncements(bobby.page);
    const text = story.repeat(4).slice(0, MINUTE_OF_TYPING);
    await typeWords(alice, text);
    await expect.poll(heard.words, { timeout: 8000 }).toEqual(text.trim().split(/\s+/));
    expect(Math.min(...(await heard.pauses()))).toBeGreaterThanOrEqual(1000);
  });
}
