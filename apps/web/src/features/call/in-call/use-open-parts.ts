import { type RefObject, useRef } from 'react';
import type { CallToolbarProps } from './CallToolbar.tsx';

type OpenParts = Pick<CallToolbarProps, 'dialpad' | 'more'>;

const hasFocus = ({ current }: RefObject<HTMLElement | null>): boolean =>
  current?.contains(document.activeElement) === true;

/**
 * The dialer and the less used buttons of the toolbar, and functions that close these parts. A focus inside
 * the closed part moves to the button that opened the part; a focus in the text field, for example, stays.
 */
export function useOpenParts({ dialpad, more }: OpenParts) {
  const dialer = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const dialpadButton = useRef<HTMLButtonElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);

  function closeDialer(): void {
    if (hasFocus(dialer)) (dialpadButton.current ?? moreButton.current)?.focus();
    dialpad.onToggle?.();
  }

  function closeMore(): void {
    if (hasFocus(bar)) moreButton.current?.focus();
    more.onToggle();
  }

  return {
    dialer,
    bar,
    dialpadButton,
    moreButton,
    /** Functions that close the parts; undefined = the part is not open. */
    closers: {
      dialer: dialpad.isOn ? closeDialer : undefined,
      more: more.isOpen ? closeMore : undefined,
    },
  };
}
