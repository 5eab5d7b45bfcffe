import { useEffect, useRef } from 'react';
import { useEscape } from '../../use-escape.ts';

let closeOpenTool: (() => void) | undefined;

/**
 * A part of the text panel that a button shows, such as the emoji: Escape closes it, and so does the opening
 * of another one, because together they leave no room for the text.
 * @param close undefined = the part is not open
 */
export function useTextTool(close: (() => void) | undefined): void {
  useEscape(close);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const isOpen = close !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeThis = (): void => latest.current?.();
    closeOpenTool?.();
    closeOpenTool = closeThis;
    return () => {
      if (closeOpenTool === closeThis) closeOpenTool = undefined;
    };
  }, [isOpen]);
}
