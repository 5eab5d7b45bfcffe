import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { appearances, createThemeChoice } from './theme.ts';
import { themeOf } from './theme-at-start.ts';

const plain = { prefersDark: false, prefersContrast: false };

test.each([
  { stored: undefined, prefersDark: false, prefersContrast: false, theme: 'light' },
  { stored: undefined, prefersDark: true, prefersContrast: false, theme: 'dark' },
  { stored: undefined, prefersDark: false, prefersContrast: true, theme: 'contrast' },
  { stored: 'true', prefersDark: false, prefersContrast: false, theme: 'dark' },
  { stored: 'true', prefersDark: false, prefersContrast: true, theme: 'contrast' },
  { stored: 'false', prefersDark: true, prefersContrast: true, theme: 'light' },
])('THEME-02 darkTheme=$stored on a device dark=$prefersDark contrast=$prefersContrast is $theme', (row) => {
  const store = createMemoryStore(row.stored === undefined ? {} : { darkTheme: row.stored });
  expect(createThemeChoice({ ...row, store }).theme.get()).toBe(row.theme);
});

test('THEME-01 A-108 toggling changes the theme and is remembered', () => {
  const store = createMemoryStore();
  const { theme, toggle } = createThemeChoice({ store, prefersDark: false, prefersContrast: false });
  expect(store.get('darkTheme')).toBeUndefined();
  toggle();
  expect([theme.get(), store.get('darkTheme')]).toEqual(['dark', 'true']);
  toggle();
  expect([theme.get(), store.get('darkTheme')]).toEqual(['light', 'false']);
});

test.each([
  ['system', plain, 'light'],
  ['system', { prefersDark: true, prefersContrast: false }, 'dark'],
  ['system', { prefersDark: true, prefersContrast: true }, 'contrast'],
  ['light', { prefersDark: true, prefersContrast: true }, 'light'],
  ['dark', { prefersDark: false, prefersContrast: true }, 'dark'],
  ['contrast', plain, 'contrast'],
] as const)('D75 the choice %s on the device %j is %s', (chosen, device, theme) => {
  expect(themeOf(chosen, device)).toBe(theme);
});

test.each(appearances)('D75 THEME-02 the choice %s is the choice of the next start', (appearance) => {
  for (const prefersContrast of [false, true]) {
    const store = createMemoryStore();
    const device = { prefersDark: true, prefersContrast };
    createThemeChoice({ ...device, store }).choose(appearance);
    const next = createThemeChoice({ ...device, store });
    expect([next.chosen.get(), next.theme.get()]).toEqual([appearance, themeOf(appearance, device)]);
  }
});

test.each([
  ['light', plain, 'light'],
  ['dark', plain, 'dark'],
  ['system', plain, 'system'],
  // The device itself asks for more contrast, so the choice must say otherwise.
  ['system', { prefersDark: true, prefersContrast: true }, 'dark'],
  ['system', { prefersDark: false, prefersContrast: true }, 'light'],
] as const)('D75 from %s on the device %j, high contrast ends in %s', (first, device, last) => {
  const choice = createThemeChoice({ ...device, store: createMemoryStore() });
  choice.choose(first);
  if (choice.theme.get() !== 'contrast') choice.toggleContrast();
  expect(choice.theme.get()).toBe('contrast');
  choice.toggleContrast();
  expect(choice.chosen.get()).toBe(last);
});

test('D75 high contrast that an earlier start has chosen ends in what the device asks for', () => {
  const store = createMemoryStore({ darkTheme: 'true', highContrast: 'true' });
  const choice = createThemeChoice({ ...plain, store });
  choice.toggleContrast();
  expect([choice.chosen.get(), choice.theme.get(), store.get('darkTheme')]).toEqual([
    'system',
    'light',
    undefined,
  ]);
});

test('D75 the page follows a device that turns dark, unless the user has chosen', () => {
  const choice = createThemeChoice({ ...plain, store: createMemoryStore() });
  choice.deviceChanged({ prefersDark: true, prefersContrast: false });
  expect(choice.theme.get()).toBe('dark');
  choice.choose('light');
  choice.deviceChanged({ prefersDark: true, prefersContrast: true });
  expect(choice.theme.get()).toBe('light');
});
