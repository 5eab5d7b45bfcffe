import { useEffect, useRef } from 'react';
import { type CallShortcut, shortcutOf } from './call-shortcuts.ts';

export type CallKeys = {
  /** Functions that close parts of the screen, by name of the part; undefined = the part is not open. */
  readonly closers: Readonly<Record<string, (() => void) | undefined>>;
  /** What each shortcut does; undefined = not possible now. Absent = the screen has no shortcuts. */
  readonly shortcuts?: Readonly<Record<CallShortcut, (() => void) | undefined>>;
};

/**
 * Keys that work wherever the focus is: the shortcuts, and Escape, which closes the part opened last and
 * never hangs up.
 */
export function useCallKeys({ closers, shortcuts }: CallKeys): void {
  const opened = useRef<readonly string[]>([]);
  useEffect(() => {
    const open = Object.keys(closers).filter((name) => closers[name] !== undefined);
    const before = opened.current.filter((name) => open.includes(name));
    opened.current = [...before, ...open.filter((name) => !before.includes(name))];
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // A dialog has its own keys, and during composition Escape belongs to the input method.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return;
      const isShortcut = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey;
      const last = event.key === 'Escape' ? opened.current.at(-1) : undefined;
      const shortcut = isShortcut ? shortcutOf(event.code) : undefined;
      const act = last === undefined ? shortcut && shortcuts?.[shortcut] : closers[last];
      if (act === undefined) return;
      event.preventDefault();
      if (!event.repeat) act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [closers, shortcuts]);
}
