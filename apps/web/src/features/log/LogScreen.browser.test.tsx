import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { LogEntry } from '../../client/store/log-store.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { LogScreen } from './LogScreen.tsx';
import { tabsFor } from './log-tabs.ts';

const i18n = await createWholeI18n('en');
const entries: readonly LogEntry[] = [
  { at: 0, level: 1, message: 'detail of a frame' },
  { at: 1000, level: 2, message: 'call', detail: { status: 'CALLING' } },
  { at: 2000, level: 3, message: 'line lost' },
];

const show = (
  flags: Partial<Record<'debugConsole' | 'debugLog' | 'debugDebug', boolean>>,
  level: 1 | 3 = 3,
) =>
  render(
    <I18nextProvider i18n={i18n}>
      <LogScreen
        tabs={tabsFor({ debugConsole: false, debugLog: false, debugDebug: false, ...flags }).map((id) => ({
          id,
          name: { console: 'Console', log: 'Log', debug: 'Debug' }[id],
        }))}
        entries={entries}
        firstLevel={level}
        call={{ callStatus: 'ACCEPTED', text_in: 'hej', textVisible: true, callTo: undefined }}
        connection={{ registration: 'idle', serverError: false }}
        makeReport={() => 'the report'}
      />
    </I18nextProvider>,
  );

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const shown = () => {
  const rows = page
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  return ['detail of a frame', 'call{', 'line lost'].filter((text) => rows.some((row) => row.includes(text)));
};

test.each([
  [{ debugConsole: true }, ['Console']],
  [{ debugLog: true, debugDebug: true }, ['Log', 'Debug']],
  [{ debugConsole: true, debugLog: true, debugDebug: true }, ['Console', 'Log', 'Debug']],
])('BRAND-11 LOG-01 with %j the tabs are %j', async (flags, names) => {
  await show(flags);
  await expect
    .poll(() =>
      page
        .getByRole('tab')
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual(names);
});

test('LOG-02 CONST-02 the console has level 3, the log the chosen level and above', async () => {
  await show({ debugConsole: true, debugLog: true });
  await expect.element(tab('Console')).toHaveAttribute('aria-selected', 'true');
  expect(shown()).toEqual(['line lost']);
  await tab('Log').click();
  expect(shown()).toEqual(['line lost']);
  const level = page.getByLabelText('Show from level');
  await level.selectOptions('2 log');
  await expect.poll(shown).toEqual(['call{', 'line lost']);
  await level.selectOptions('1 debug');
  await expect.poll(shown).toEqual(['detail of a frame', 'call{', 'line lost']);
});

test('LOG-02 A-038 in debug mode the log starts with all levels', async () => {
  await show({ debugLog: true }, 1);
  await expect.poll(shown).toEqual(['detail of a frame', 'call{', 'line lost']);
});

test('STATE-02 STATE-33 STATE-35 the debug tab has the fields by their names, reached with the arrow keys', async () => {
  await show({ debugConsole: true, debugLog: true, debugDebug: true });
  await tab('Console').click();
  await userEvent.keyboard('{End}');
  await expect.element(tab('Debug')).toHaveAttribute('aria-selected', 'true');
  for (const [name, value] of [
    ['callStatus', '"ACCEPTED"'],
    ['text_in', '"hej"'],
    ['textVisible', 'true'],
    ['callTo', '–'],
    ['registration', '"idle"'],
    ['serverError', 'false'],
  ])
    await expect.element(page.getByRole('row', { name: `${name} ${value}` })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Console')).toHaveFocus();
});
