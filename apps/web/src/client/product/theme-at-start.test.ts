import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createThemeChoice } from './theme.ts';
import { themeAtStart } from './theme-at-start.ts';

const yesAndNo = [true, false];

test.each(
  [undefined, 'true', 'false', 'maybe'].flatMap((dark) =>
    yesAndNo.flatMap((prefersDark) =>
      yesAndNo.map((prefersContrast) => ({ dark, prefersDark, prefersContrast })),
    ),
  ),
)('THEME-02 D70 the first page has the appearance that the app has later: %j', ({ dark, ...device }) => {
  const store = createMemoryStore(dark === undefined ? {} : { darkTheme: dark });
  expect(themeAtStart({ stored: (key) => store.get(key) ?? null, ...device })).toBe(
    createThemeChoice({ store, ...device }).theme.get(),
  );
});
