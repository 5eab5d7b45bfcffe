/**
 * Physical keys, so that they are in the same place on every keyboard. With Alt and Shift: Ctrl and Alt alone belong to
 * browsers and menus, Ctrl with Alt writes characters on many keyboards, and screen readers use other combinations.
 */
export const callShortcuts = {
  microphone: 'KeyM',
  ownCamera: 'KeyO',
  text: 'KeyX',
  dialpad: 'KeyK',
} as const satisfies Readonly<Record<string, `Key${string}`>>;

type CallShortcut = keyof typeof callShortcuts;

/** As `aria-keyshortcuts` wants it, and as people read it. */
export const ariaOf = (shortcut: CallShortcut): string =>
  `Alt+Shift+${callShortcuts[shortcut].replace('Key', '')}`;
