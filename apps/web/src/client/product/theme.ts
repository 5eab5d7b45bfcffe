import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';
import {
  type Appearance,
  choiceAtStart,
  contrastKey,
  type DeviceLook,
  darkThemeFor,
  type Theme,
  themeAtStart,
  themeKey,
  themeOf,
} from './theme-at-start.ts';

export type { Appearance, DeviceLook, Theme };

export const appearances: readonly Appearance[] = ['system', 'light', 'dark', 'contrast'];

export type ThemeChoice = {
  readonly theme: Store<Theme>;
  /** The user's choice; `system` until there is one. */
  readonly chosen: Store<Appearance>;
  readonly choose: (appearance: Appearance) => void;
  /** Switches between light and dark (THEME-01, A-108). */
  readonly toggle: () => void;
  /** Switches high contrast on, and off again to the choice before it (decision D75). */
  readonly toggleContrast: () => void;
  readonly deviceChanged: (look: DeviceLook) => void;
};

export type ThemeOptions = DeviceLook & { readonly store: KeyValueStore };

/**
 * The choice of the appearance. The device decides until the user has chosen (THEME-01, THEME-02, A-108, D51,
 * D75).
 */
export function createThemeChoice({ store, ...look }: ThemeOptions): ThemeChoice {
  let device: DeviceLook = look;
  const stored = { chosen: store.get(themeKey), chosenContrast: store.get(contrastKey) };
  const chosen = createStore(choiceAtStart({ ...stored, ...device }));
  const theme = createStore(themeAtStart({ ...stored, ...device }));
  /** The choice to which the end of high contrast returns. */
  let before: Appearance | undefined;

  function show(appearance: Appearance): void {
    chosen.set(appearance);
    theme.set(themeOf(appearance, device));
  }

  function choose(appearance: Appearance): void {
    if (appearance === 'system') store.remove(themeKey);
    else store.set(themeKey, String(appearance !== 'light'));
    if (appearance === 'dark' || appearance === 'contrast')
      store.set(contrastKey, String(appearance === 'contrast'));
    else store.remove(contrastKey);
    show(appearance);
  }

  return {
    theme,
    chosen,
    choose,
    toggle() {
      const next = theme.get() === 'light' ? darkThemeFor(device) : 'light';
      store.set(themeKey, String(next !== 'light'));
      store.remove(contrastKey);
      show(next);
    },
    toggleContrast() {
      if (theme.get() !== 'contrast') {
        before = chosen.get();
        return choose('contrast');
      }
      // On a device that asks for more contrast, `system` would be high contrast again.
      const plain = device.prefersDark ? 'dark' : 'light';
      choose(before ?? (device.prefersContrast ? plain : 'system'));
      before = undefined;
    },
    deviceChanged(now) {
      device = now;
      theme.set(themeOf(chosen.get(), device));
    },
  };
}
