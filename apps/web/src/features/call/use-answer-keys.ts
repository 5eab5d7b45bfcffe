import { useEffect, useRef, useState } from 'react';

/** A key that goes down while a call comes up was meant for what was there before: people do not react faster. */
const deafMs = 700;

const pageClock = (): number => performance.now();

/**
 * Enter and Space answer wherever the focus is, unless it is on a button, which they press (CALLSCR-03). Neither does
 * anything at first, nor as long as it is held down from before: somebody may have been typing.
 * @param now milliseconds since whenever
 */
export function useAnswerKeys(onAnswer: () => void, now = pageClock): void {
  const [openedAt] = useState(now);
  const isSpaceDown = useRef(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Escape is pressed for many reasons; none of them is to turn a caller away.
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
      // Firefox presses a button when Space is let go, whatever became of it when it went down.
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
