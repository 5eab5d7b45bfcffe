import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createThemeChoice } from './theme.ts';

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
