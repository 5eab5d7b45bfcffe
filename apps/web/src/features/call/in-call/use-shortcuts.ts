import { useEffect, useRef } from 'react';
import { type CallShortcut, shortcutOf } from './call-shortcuts.ts';

/**
 * Keyboard shortcuts of a call, which work wherever the focus is.
 * @param shortcuts what each shortcut does; undefined = not possible now
 */
export function useShortcuts(
  shortcuts: Readonly<Partial<Record<CallShortcut, (() => void) | undefined>>>,
): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // A dialog has its own keys.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return;
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      const shortcut = shortcutOf(event.code);
      const act = shortcut && latest.current[shortcut];
      if (act === undefined) return;
      event.preventDefault();
      if (!event.repeat) act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
