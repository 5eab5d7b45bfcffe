import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createThemeChoice } from './theme.ts';
import { contrastKey, themeAtStart, themeKey } from './theme-at-start.ts';

const yesAndNo = [true, false];
const stored = [undefined, 'true', 'false', 'maybe'];

test.each(
  stored.flatMap((dark) =>
    stored.flatMap((contrast) =>
      yesAndNo.flatMap((prefersDark) =>
        yesAndNo.map((prefersContrast) => ({ dark, contrast, prefersDark, prefersContrast })),
      ),
    ),
  ),
)(
  'THEME-02 D70 D75 the first page has the appearance that the app has later: %j',
  ({ dark, contrast, ...device }) => {
    const store = createMemoryStore({
      ...(dark === undefined ? {} : { [themeKey]: dark }),
      ...(contrast === undefined ? {} : { [contrastKey]: contrast }),
    });
    expect(themeAtStart({ chosen: dark, chosenContrast: contrast, ...device })).toBe(
      createThemeChoice({ store, ...device }).theme.get(),
    );
  },
);
