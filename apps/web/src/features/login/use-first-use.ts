import { useEffect } from 'react';

const signs = ['pointerdown', 'keydown', 'focusin'] as const;

const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement;

/**
 * Calls `action` once, when the user begins to use the page, or has begun before. The focus counts only in a
 * field: a page moves it to its heading by itself.
 */
export function useFirstUse(action: () => void): void {
  useEffect(() => {
    if (isField(document.activeElement)) {
      action();
      return undefined;
    }
    const stop = (): void => {
      for (const sign of signs) document.removeEventListener(sign, begin, true);
    };
    function begin({ type, target }: Event): void {
      if (type === 'focusin' && !isField(target)) return;
      stop();
      action();
    }
    for (const sign of signs) document.addEventListener(sign, begin, true);
    return stop;
  }, [action]);
}
