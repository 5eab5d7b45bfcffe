/**
 * Physical keys, so that they are in the same place on every keyboard. With Alt and Shift: browsers and menus use
 * Ctrl and Alt alone, Ctrl with Alt writes characters on many keyboards, and screen readers use other combinations.
 */
export const callShortcuts = {
  microphone: 'KeyM',
  ownCamera: 'KeyO',
  text: 'KeyX',
  dialpad: 'KeyK',
} as const satisfies Readonly<Record<string, `Key${string}`>>;

export type CallShortcut = keyof typeof callShortcuts;

/** In the syntax of `aria-keyshortcuts`, and as text for the user. */
export const ariaOf = (shortcut: CallShortcut): string =>
  `Alt+Shift+${callShortcuts[shortcut].replace('Key', '')}`;

/** In the order of the help. */
export const shortcuts = Object.keys(callShortcuts) as readonly CallShortcut[];

/** The shortcut of a physical key (`KeyboardEvent.code`). */
export const shortcutOf = (code: string): CallShortcut | undefined =>
  shortcuts.find((shortcut) => callShortcuts[shortcut] === code);
