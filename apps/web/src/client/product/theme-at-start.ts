/** The appearance that the page has. */
export type Theme = 'light' | 'dark' | 'contrast';

/** What a user can choose: an appearance, or the one that the device asks for. */
export type Appearance = 'system' | Theme;

/** What the device asks for: `prefers-color-scheme: dark` and `prefers-contrast: more`. */
export type DeviceLook = { readonly prefersDark: boolean; readonly prefersContrast: boolean };

export type ThemeWishes = DeviceLook & {
  /** The value that this browser has stored under `themeKey`. */
  readonly chosen: string | undefined;
  /** The value that this browser has stored under `contrastKey`. */
  readonly chosenContrast?: string | undefined;
};

/** The specified key: `true` = dark or high contrast, `false` = light, absent = as the device. */
export const themeKey = 'darkTheme';

/** The key of which of the two was chosen: `true` = high contrast; absent = the device decides (D51, D75). */
export const contrastKey = 'highContrast';

/** The dark appearance of this device. */
export const darkThemeFor = ({ prefersContrast }: Pick<DeviceLook, 'prefersContrast'>): Theme =>
  prefersContrast ? 'contrast' : 'dark';

/** The appearance that a choice gives on a device. */
export function themeOf(chosen: Appearance, device: DeviceLook): Theme {
  if (chosen !== 'system') return chosen;
  return device.prefersDark || device.prefersContrast ? darkThemeFor(device) : 'light';
}

/** The choice that this browser has stored. */
export function choiceAtStart({ chosen, chosenContrast, ...device }: ThemeWishes): Appearance {
  if (chosen === undefined) return 'system';
  if (chosen !== 'true') return 'light';
  return chosenContrast === undefined
    ? darkThemeFor(device)
    : darkThemeFor({ prefersContrast: chosenContrast === 'true' });
}

/** The appearance when the page opens: the device decides until the user has chosen (THEME-02). */
export const themeAtStart = (wishes: ThemeWishes): Theme => themeOf(choiceAtStart(wishes), wishes);

/** The appearance of the page that the server renders; only the browser knows the right one. */
export const lightAtFirst = (): Theme => 'light';
