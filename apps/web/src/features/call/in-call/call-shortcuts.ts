/**
 * The physical key of each shortcut, in the same place on every keyboard; pressed with Alt and Shift.
 * Browsers and menus use Ctrl alone and Alt alone, Ctrl with Alt writes characters on many keyboards, and
 * screen readers use other combinations.
 */
export const callShortcuts = {
  microphone: 'KeyM',
  ownCamera: 'KeyO',
  text: 'KeyX',
  dialpad: 'KeyK',
  hold: 'KeyP',
  share: 'KeyD',
  secondCall: 'KeyS',
  knock: 'KeyN',
  copy: 'KeyC',
  hangUp: 'KeyH',
} as const satisfies Readonly<Record<string, `Key${string}`>>;

export type CallShortcut = keyof typeof callShortcuts;

/** The shortcuts that `InCall` binds; the others belong to parts of a call that are not always there. */
export type InCallShortcut = Exclude<CallShortcut, 'secondCall' | 'knock' | 'copy'>;

/** The keys of a shortcut, such as `Alt+Shift+M`: the syntax of `aria-keyshortcuts`, also shown to users. */
export const ariaOf = (shortcut: CallShortcut): string =>
  `Alt+Shift+${callShortcuts[shortcut].replace('Key', '')}`;

/** All shortcuts, in the order of the help. */
export const shortcuts = Object.keys(callShortcuts) as readonly CallShortcut[];

/** The shortcut of a physical key (`KeyboardEvent.code`); undefined = none. */
export const shortcutOf = (code: string): CallShortcut | undefined =>
  shortcuts.find((shortcut) => callShortcuts[shortcut] === code);
