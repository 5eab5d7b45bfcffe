import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

/**
 * The appearance. The device or the user chooses between light and dark; `contrast` replaces `dark` if the
 * device asks for more contrast.
 */
export type Theme = 'light' | 'dark' | 'contrast';

export type ThemeChoice = {
  readonly theme: Store<Theme>;
  readonly toggle: () => void;
};

export type ThemeOptions = {
  readonly store: KeyValueStore;
  /** Whether the device asks for a dark appearance (`prefers-color-scheme: dark`). */
  readonly prefersDark: boolean;
  readonly prefersContrast: boolean;
};

const key = 'darkTheme';

/** The choice of the appearance. The device decides until the user has chosen (THEME-01, THEME-02, A-108). */
export function createThemeChoice({ store, prefersDark, prefersContrast }: ThemeOptions): ThemeChoice {
  const darkTheme: Theme = prefersContrast ? 'contrast' : 'dark';
  const chosen = store.get(key);
  const isDark = chosen === undefined ? prefersDark || prefersContrast : chosen === 'true';
  const theme = createStore<Theme>(isDark ? darkTheme : 'light');
  return {
    theme,
    toggle() {
      const next = theme.get() === 'light' ? darkTheme : 'light';
      store.set(key, String(next !== 'light'));
      theme.set(next);
    },
  };
}
