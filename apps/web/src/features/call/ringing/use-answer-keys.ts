import { useEffect, useRef, useState } from 'react';

/**
 * How long Enter and Space do nothing after the screen opens and after each typed letter, in milliseconds:
 * they are probably meant for the text that the user was typing.
 */
const deafMs = 700;

const pageClock = (): number => performance.now();

const isTyping = ({ key }: KeyboardEvent): boolean =>
  (key.length === 1 && key !== ' ') || ['Backspace', 'Delete', 'Process', 'Unidentified'].includes(key);

/**
 * Lets Enter and Space answer the call wherever the focus is, except on a button, which they press
 * (CALLSCR-03). They do nothing during `deafMs` or while they are held down, because the user may be typing.
 * @param onAnswer undefined = the keys do nothing now, because they belong to another dialog
 * @param now milliseconds with any origin
 */
export function useAnswerKeys(onAnswer: (() => void) | undefined, now = pageClock): void {
  const [openedAt] = useState(now);
  const typedAt = useRef(openedAt);
  const isSpaceDown = useRef(false);
  useEffect(() => {
    if (onAnswer === undefined) return undefined;
    const answer = onAnswer;
    function onKeyDown(event: KeyboardEvent): void {
      // Escape must not reject a call: users press it for many other reasons.
      if (event.key === 'Escape') event.preventDefault();
      if (isTyping(event)) typedAt.current = now();
      if (event.key !== 'Enter' && event.key !== ' ') return;
      const isMeant = !event.repeat && now() - typedAt.current >= deafMs;
      if (isMeant) isSpaceDown.current = event.key === ' ';
      if (isMeant && event.target instanceof Element && event.target.closest('button') !== null) return;
      event.preventDefault();
      if (isMeant) answer();
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
  }, [onAnswer, now]);
}
