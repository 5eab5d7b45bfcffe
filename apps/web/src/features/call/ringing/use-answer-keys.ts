import { useEffect, useRef, useState } from 'react';

/** A key pressed within this time was meant for the previous screen: users do not react faster. */
const deafMs = 700;

const pageClock = (): number => performance.now();

/**
 * Enter and Space answer wherever the focus is; on a button they press the button (CALLSCR-03). They do nothing
 * at first, nor while held down from before: the user may have been typing.
 * @param now milliseconds with any origin
 */
export function useAnswerKeys(onAnswer: () => void, now = pageClock): void {
  const [openedAt] = useState(now);
  const isSpaceDown = useRef(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Escape must not reject a call: users press it for many other reasons.
      if (event.key === 'Escape') event.preventDefault();
      if (event.key !== 'Enter' && event.key !== ' ') return;
      const isMeant = !event.repeat && now() - openedAt >= deafMs;
      if (isMeant) isSpaceDown.current = event.key === ' ';
      if (isMeant && event.target instanceof Element && event.target.closest('button') !== null) return;
      event.preventDefault();
      if (isMeant) onAnswer();
    }
    function onKeyUp(event: KeyboardEvent): void {
      if (event.key !== ' ') return;
      // Firefox presses a button on the keyup of Space, even if the keydown was prevented.
      if (!isSpaceDown.current) event.preventDefault();
      isSpaceDown.current = false;
    }
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [onAnswer, now, openedAt]);
}
