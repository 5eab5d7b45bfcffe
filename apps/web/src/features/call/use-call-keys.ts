import { useEffect, useRef } from 'react';

export type CallKeys = {
  /** Closes what is open, by name; undefined = not open. */
  readonly closers: Readonly<Record<string, (() => void) | undefined>>;
  /** What Alt, Shift and a key do, by the key's `code`; undefined = not possible now. */
  readonly shortcuts: Readonly<Record<string, (() => void) | undefined>>;
};

/** Keys that count wherever the focus is: Escape closes what opened last, and never hangs up. */
export function useCallKeys({ closers, shortcuts }: CallKeys): void {
  const opened = useRef<readonly string[]>([]);
  useEffect(() => {
    const open = Object.keys(closers).filter((name) => closers[name] !== undefined);
    const before = opened.current.filter((name) => open.includes(name));
    opened.current = [...before, ...open.filter((name) => !before.includes(name))];
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // A dialog has keys of its own; Escape in the middle of a word of an input method is about the word.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return;
      const isShortcut = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey;
      const last = event.key === 'Escape' ? opened.current.at(-1) : undefined;
      const act = last === undefined ? isShortcut && shortcuts[event.code] : closers[last];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat) act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [closers, shortcuts]);
}
