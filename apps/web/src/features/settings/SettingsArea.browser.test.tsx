import { type Features, featuresFor, parseBrand } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { type AppServices, AppServicesContext } from '../../client/hooks/app-services.ts';
import { createSession } from '../../client/session/session.ts';
import { createSessionMemory } from '../../client/session/session-memory.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createFakeUserApi } from '../../testing/fake-user-api.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import SettingsArea from './SettingsArea.tsx';
import { type SettingsPageName, settingsPagesFor } from './settings-pages.ts';

const i18n = await createWholeI18n('en');
const all = {
  audio: true,
  video: true,
  changeText: true,
  changeMedia: true,
  changeRingtone: true,
  changeMessage: true,
};

async function open(
  name: SettingsPageName,
  flags: Readonly<Record<string, boolean>> = all,
  startsWithList = false,
) {
  const result = parseBrand({ features: flags });
  if (!result.ok) throw new Error('the brand must be valid');
  const { brand } = result;
  const clock = createFakeClock();
  const alerts = createAlerts(clock);
  const api = createFakeUserApi();
  const localStore = createMemoryStore();
  const session = createSession({
    api,
    brand,
    memory: createSessionMemory(createMemoryStore(), localStore),
    localStore,
    now: () => 1,
    stopCalling: async () => {},
  });
  await session.login('alice', 'pw');
  const services: AppServices = createFakeServices({ brand, session, alerts, localStore });
  const features: Features = featuresFor(brand, 1, []);
  const show = (wanted: SettingsPageName) => {
    const shown = settingsPagesFor(features).find((candidate) => candidate.name === wanted);
    if (shown === undefined) throw new Error(`${wanted} is off`);
    return (
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={services}>
          <SettingsArea
            page={shown}
            features={features}
            startsWithList={startsWithList}
            about={<p>facts</p>}
            devices={undefined}
          />
        </AppServicesContext>
      </I18nextProvider>
    );
  };
  const screen = await render(show(name));
  return {
    alerts: () => alerts.list.get().map(({ message }) => message.key),
    sent: () => api.calls.filter((call) => call.startsWith('setWebSetting')).map((call) => call.slice(24)),
    go: (wanted: SettingsPageName) => screen.rerender(show(wanted)),
  };
}

const save = page.getByRole('button', { name: 'Save', exact: true });
const styleOf = (locator: { element(): Element }) => getComputedStyle(locator.element());

beforeEach(async () => {
  await page.viewport(1280, 900);
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
});

test('SET-13 each text has eleven colours for its letters and eleven for its background', async () => {
  await open('colors');
  const names = 'White,Light grey,Dark grey,Black,Blue,Green,Yellow,Orange,Red,Pink,Purple'.split(',');
  for (const text of ['Incoming text', 'Own text', 'Shared window']) {
    for (const colour of ['Text colour', 'Background']) {
      const choices = page.getByRole('region', { name: text }).getByRole('radiogroup', { name: colour });
      await expect.element(choices).toBeVisible();
      expect(choices.getByRole('radio').elements()).toHaveLength(11);
      for (const name of names)
        await expect.element(choices.getByRole('radio', { name, exact: true })).toBeInTheDocument();
    }
  }
});

test('SET-07 SET-08 SET-09 SET-15 a preview shows the choice immediately, and only changes are saved', async () => {
  const { sent } = await open('colors');
  const own = page.getByRole('region', { name: 'Own text' });
  const preview = own.getByRole('figure', { name: 'Preview' });
  await expect.element(preview).toBeVisible();
  expect([styleOf(preview).color, styleOf(preview).backgroundColor]).toEqual([
    'rgb(255, 255, 255)',
    'rgb(0, 0, 0)',
  ]);
  await own.getByRole('radiogroup', { name: 'Text colour' }).getByRole('radio', { name: 'Yellow' }).click();
  expect(styleOf(preview).color).toBe('rgb(255, 255, 0)');
  await own.getByRole('radiogroup', { name: 'Background' }).getByRole('radio', { name: 'Blue' }).click();
  expect(styleOf(preview).backgroundColor).toBe('rgb(0, 51, 204)');
  const others = page.getByRole('figure', { name: 'Preview' });
  expect(styleOf(others.first()).backgroundColor).toBe('rgb(0, 0, 0)');
  expect(styleOf(others.last()).color).toBe('rgb(0, 0, 0)');
  expect(sent()).toEqual([]);
  await save.click();
  await expect
    .poll(sent)
    .toEqual([
      '{"key":"WEB_TEXT_OUT_COLOR","value":"yellow"}',
      '{"key":"WEB_TEXTAREA_OUT_BACKGROUND","value":"blue"}',
    ]);
});

test('SET-07 SET-08 SET-09 WCAG 1.4.6 a ready pair gives all three texts its colours', async () => {
  const { sent } = await open('colors');
  const pairs = page.getByRole('radiogroup', { name: 'Easy to read, for all text' });
  await pairs.getByRole('radio', { name: 'Yellow on Black' }).click();
  await expect.element(pairs.getByRole('radio', { name: 'Yellow on Black' })).toBeChecked();
  const previews = page.getByRole('figure', { name: 'Preview' });
  for (const preview of previews.all())
    expect([styleOf(preview).color, styleOf(preview).backgroundColor]).toEqual([
      'rgb(255, 255, 0)',
      'rgb(0, 0, 0)',
    ]);
  await page
    .getByRole('region', { name: 'Own text' })
    .getByRole('radiogroup', { name: 'Text colour' })
    .getByRole('radio', { name: 'Green' })
    .click();
  expect(pairs.getByRole('radio', { checked: true }).elements()).toEqual([]);
  expect(sent()).toEqual([]);
});

test('SET-15 an unreadable pair of colours shows a warning, and one press selects the nearest readable pair', async () => {
  await open('colors');
  const shared = page.getByRole('region', { name: 'Shared window' });
  const words = shared.getByRole('radiogroup', { name: 'Text colour' });
  await words.getByRole('radio', { name: 'Yellow' }).click();
  const warning = shared.getByText('These two colours are hard to read together.');
  await expect.element(warning).toBeVisible();
  await shared.getByRole('button', { name: 'Use text “Dark grey” on background “White”' }).click();
  await expect.element(words.getByRole('radio', { name: 'Dark grey' })).toBeChecked();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(shared.getByRole('heading', { name: 'Shared window' })).toHaveFocus();
});

test('SET-04 SET-05 SET-06 SET-14 SET-16 layout, seven fonts and seventeen sizes can be chosen, with a preview', async () => {
  const { sent } = await open('textformat');
  const [font, size] = [page.getByLabelText('Font', { exact: true }), page.getByLabelText('Font size')];
  await expect.element(font).toHaveDisplayValue('Times New Roman');
  await expect.element(size).toHaveDisplayValue('18');
  const textsIn = (select: typeof font) =>
    select
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);
  expect(textsIn(font)).toEqual([
    'Times New Roman',
    'Arial, Helvetica',
    'Trebuchet MS',
    'Lucida Sans Unicode',
    'Verdana',
    'Comic Sans',
    'Courier New',
  ]);
  expect(textsIn(size)).toEqual('8,10,12,14,16,18,20,22,24,36,48,60,72,84,96,120,140'.split(','));
  const words = page.getByRole('figure', { name: 'Preview' }).getByText('Hello! Can you see me well?');
  const answer = page.getByRole('figure', { name: 'Preview' }).getByText('Yes, very well.');
  const placeOf = (locator: typeof words) => locator.element().getBoundingClientRect();
  await font.selectOptions('Verdana');
  await size.selectOptions('36');
  expect([styleOf(words).fontFamily, styleOf(words).fontSize]).toEqual(['Verdana, sans-serif', '36px']);
  expect(placeOf(answer).top).toBeGreaterThanOrEqual(placeOf(words).bottom);
  await page.getByRole('radio', { name: 'Side by side' }).click();
  expect(placeOf(answer).left).toBeGreaterThanOrEqual(placeOf(words).right);
  await page.getByRole('radio', { name: 'One box' }).click();
  expect(answer.element().parentElement).toBe(words.element().parentElement);
  await save.click();
  await expect
    .poll(sent)
    .toEqual([
      '{"key":"WEB_FONT","value":"verdana"}',
      '{"key":"WEB_TEXT_SIZE","value":"36"}',
      '{"key":"WEB_CHAT_LAYOUT","value":"one box"}',
    ]);
});

test('SET-16 D42 what belongs together has one heading, and what is changed most comes first', async () => {
  await open('textformat');
  await expect.element(page.getByLabelText('Font size')).toBeVisible();
  const groups = [...document.querySelectorAll('form fieldset')].map((group) =>
    [...group.querySelectorAll('legend, select, [type=checkbox]')].map((part) =>
      part.matches('legend')
        ? part.textContent
        : ((part as HTMLInputElement).labels?.[0]?.textContent ?? part.getAttribute('aria-label')),
    ),
  );
  expect(groups).toEqual([
    ['Letters', 'Font size', 'Font', 'Bold'],
    ['Layout'],
    ['Spacing', 'Line spacing', 'Letter spacing'],
  ]);
});

test('D42 SET-16 where the text of calls follows the page, so does its preview in each layout', async () => {
  await open('textformat', { ...all, textFollowsTheme: true });
  const preview = page.getByRole('figure', { name: 'Preview' });
  for (const name of ['Over-under', 'Side by side', 'One box']) {
    await page.getByRole('radio', { name }).click();
    const boxes = preview.element().lastElementChild as HTMLElement;
    for (const colour of ['--log-text', '--log-surface', '--field-text', '--field-surface'])
      expect(boxes.style.getPropertyValue(colour)).toMatch(/^var\(--/);
  }
});

test('SET-01 SET-02 SET-17 audio, video and bandwidth can be changed', async () => {
  const { sent } = await open('media');
  await expect.element(page.getByRole('checkbox', { name: 'Audio' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Video' }).click();
  await page.getByRole('radio', { name: 'Low', exact: true }).click();
  await save.click();
  await expect
    .poll(sent)
    .toEqual(['{"key":"WEB_VIDEO","value":"false"}', '{"key":"WEB_BANDWIDTH","value":"low"}']);
});

test('SET-18 a medium that is not configured has no switch', async () => {
  await open('media', { ...all, audio: false });
  await expect.element(page.getByRole('checkbox', { name: 'Video' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Audio' })).not.toBeInTheDocument();
});

test('SET-03 SET-19 a chosen ringtone plays once, and stops when the user leaves the page', async () => {
  const { sent, go } = await open('ringtone');
  const played = () => document.querySelector('audio');
  await expect.element(page.getByRole('radio', { name: 'Bell' })).toBeChecked();
  expect(page.getByRole('radio').elements()).toHaveLength(5);
  expect(played()).toBeNull();
  await page.getByRole('radio', { name: 'Marimba' }).click();
  await expect.poll(() => played()?.paused).toBe(false);
  const audio = played();
  expect([audio?.loop, audio?.src.startsWith('blob:')]).toEqual([false, true]);
  audio?.dispatchEvent(new Event('ended'));
  await expect.poll(played).toBeNull();
  await page.getByRole('button', { name: 'Play sample' }).click();
  await expect.poll(() => played()?.paused).toBe(false);
  const second = played();
  await go('mediamail');
  expect([played(), second?.paused]).toEqual([null, true]);
  await save.click();
  await expect.poll(sent).toEqual(['{"key":"WEB_RINGTONE","value":"MARIMBA"}']);
});

test('SET-10 SET-20 missed calls are answered with a text of at most 1000 characters', async () => {
  const { sent } = await open('mediamail');
  const enabled = page.getByRole('checkbox', { name: 'Answer missed calls with a message' });
  // The page says when callers read the message, and when they do not.
  await expect
    .element(enabled)
    .toHaveAccessibleDescription(/within 30 seconds.*A call that you reject gets no message\./);
  await enabled.click();
  const message = page.getByLabelText('Message', { exact: true });
  await message.fill('Back at five.');
  await expect.element(page.getByText('987 characters left')).toBeVisible();
  await expect.element(message).toHaveAttribute('maxlength', '1000');
  await save.click();
  await expect
    .poll(sent)
    .toEqual(['{"key":"AM_ENABLED","value":"1"}', '{"key":"AM_MESSAGE","value":"Back at five."}']);
});

test('SET-22 SET-24 A-102 the saved message stays until the user leaves the page', async () => {
  const { alerts, go } = await open('media');
  await page.getByRole('checkbox', { name: 'Audio' }).click();
  await expect.element(page.getByText('You have changes that are not saved.')).toBeVisible();
  await save.click();
  await expect.poll(alerts).toEqual(['settings.saved']);
  await expect.element(page.getByText('You have changes that are not saved.')).not.toBeInTheDocument();
  await go('ringtone');
  expect(alerts()).toEqual([]);
});

test('cancelling asks first, and restores the saved values', async () => {
  const { sent } = await open('media');
  const audio = page.getByRole('checkbox', { name: 'Audio' });
  await audio.click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(audio).not.toBeChecked();
  await cancel.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(audio).toBeChecked();
  await expect.element(cancel).toBeDisabled();
  expect(sent()).toEqual([]);
});

test.each([
  [991, false],
  [992, true],
])('NAV-08 at %i px the settings menu is beside the open page: %s', async (width, isTogether) => {
  await page.viewport(width, 800);
  await open('media');
  const entry = page.getByRole('link', { name: 'Ringtone' });
  const heading = page.getByRole('heading', { name: 'Media' });
  await expect.element(heading).toBeVisible();
  expect(entry.elements()).toHaveLength(isTogether ? 1 : 0);
  if (isTogether) return;
  const opener = page.getByRole('button', { name: 'Settings' });
  await opener.click();
  await expect.element(entry).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(heading).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(opener.element());
});

test('the open page is marked in the menu, and its heading takes the focus when it changes', async () => {
  const { go } = await open('media');
  await expect.element(page.getByRole('link', { name: 'Media' })).toHaveAttribute('aria-current', 'page');
  await go('about');
  await expect.element(page.getByRole('heading', { name: 'About' })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Media' })).not.toHaveAttribute('aria-current');
});

test('D76 on a phone /settings leads to the list of pages, which is a page with a heading', async () => {
  await page.viewport(390, 800);
  await open('colors', all, true);
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Text format' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Colours' })).not.toBeInTheDocument();
});

test('D76 in a wide window the list is beside the first page', async () => {
  await open('colors', all, true);
  await expect.element(page.getByRole('heading', { name: 'Colours', level: 1 })).toBeVisible();
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
});

const message = (number: number) => page.getByLabelText(`Message ${number}`, { exact: true });
const add = page.getByRole('button', { name: 'Add a message' });

test('D33 own messages for rejecting are written, put in order and removed by keyboard, and saved together', async () => {
  const { sent } = await open('rejectmessages', { ...all, mediaPerCall: true });
  await expect.element(page.getByText("I'll call you back.")).toBeVisible();
  await add.click();
  await expect.element(message(1)).toHaveFocus();
  await userEvent.keyboard('On the bus');
  await add.click();
  await expect.element(message(2)).toHaveFocus();
  await userEvent.keyboard('In a meeting');
  await page.getByRole('button', { name: 'Move message 2 up' }).click();
  await expect.element(message(1)).toHaveValue('In a meeting');
  await expect.element(message(1)).toHaveFocus();
  await expect.element(page.getByText('This is now message 1.')).toBeInTheDocument();
  await add.click();
  await userEvent.keyboard('Gone soon');
  await page.getByRole('button', { name: 'Remove message 3' }).click();
  await expect.element(message(2)).toHaveFocus();
  await save.click();
  await expect.poll(sent).toEqual(['{"key":"WEB_REJECT_MESSAGES","value":"In a meeting\\nOn the bus"}']);
});

test('D33 six messages of 160 characters are the most, and discarded changes are gone', async () => {
  await open('rejectmessages', { ...all, mediaPerCall: true });
  for (let number = 1; number <= 6; number += 1) {
    await add.click();
    await message(number).fill(`${number}${'x'.repeat(200)}`);
  }
  expect((message(6).element() as HTMLInputElement).value).toHaveLength(160);
  await expect.element(add).toBeDisabled();
  await expect.element(page.getByText('The list is full.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(add).toBeEnabled();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('D42 weight and spacing of the text are chosen with the preview, as with the tools of a call', async () => {
  const { sent } = await open('textformat');
  const sample = () => styleOf(page.getByText('Yes, very well.').first());
  const before = Number.parseFloat(sample().lineHeight);
  await page.getByRole('checkbox', { name: 'Bold' }).click();
  await page.getByLabelText('Line spacing').selectOptions('wider');
  await page.getByLabelText('Letter spacing').selectOptions('wide');
  expect(sample().fontWeight).toBe('700');
  expect(Number.parseFloat(sample().lineHeight)).toBeGreaterThan(before);
  expect(sample().letterSpacing).not.toBe('normal');
  await save.click();
  await expect
    .poll(sent)
    .toEqual([
      '{"key":"WEB_TEXT_BOLD","value":"true"}',
      '{"key":"WEB_TEXT_LINE_SPACING","value":"wider"}',
      '{"key":"WEB_TEXT_LETTER_SPACING","value":"wide"}',
    ]);
});
