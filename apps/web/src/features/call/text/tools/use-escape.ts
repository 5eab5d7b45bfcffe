import { useEffect } from 'react';

/**
 * Escape closes an open part of the text panel, wherever the focus is. The call must not take the same key for
 * another open part.
 * @param close undefined = the part is not open
 */
export function useEscape(close: (() => void) | undefined): void {
  useEffect(() => {
    if (close === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      // During composition Escape belongs to the input method; a dialog has its own keys.
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  });
}
