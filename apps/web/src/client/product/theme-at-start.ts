import type { Theme } from './theme.ts';

/** What decides the appearance before the app runs. */
export type LookAtStart = {
  /** Reads what this browser has stored. */
  readonly stored: (key: string) => string | null;
  /** Whether the device asks for a dark appearance (`prefers-color-scheme: dark`). */
  readonly prefersDark: boolean;
  readonly prefersContrast: boolean;
};

/**
 * The appearance that the page has from its first moment; the same as `createThemeChoice` finds later. It is
 * in a file of its own, because the script in the head of the page has no other code.
 */
export function themeAtStart({ stored, prefersDark, prefersContrast }: LookAtStart): Theme {
  const dark = stored('darkTheme');
  if (dark === null ? !prefersDark && !prefersContrast : dark !== 'true') return 'light';
  const contrast = dark === null ? null : stored('highContrast');
  return (contrast === null ? prefersContrast : contrast === 'true') ? 'contrast' : 'dark';
}

/** The appearance of the page that the server renders; only the browser knows the right one. */
export const lightAtFirst = (): Theme => 'light';
