import { useRef } from 'react';
import type { CallToolbarProps } from './CallToolbar.tsx';

type OpenParts = Pick<CallToolbarProps, 'dialpad' | 'more'>;

const hasFocusIn = (selector: string): boolean =>
  document.activeElement?.closest(selector) instanceof Element;

/**
 * The dialer and the less used buttons of the toolbar, and what closes them: a focus inside the closed part goes to
 * the button that opened it; a focus elsewhere stays, for example in the text field.
 */
export function useOpenParts({ dialpad, more }: OpenParts) {
  const dialpadButton = useRef<HTMLButtonElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);

  function closeDialer(): void {
    if (hasFocusIn('section[data-unit]')) (dialpadButton.current ?? moreButton.current)?.focus();
    dialpad.onToggle?.();
  }

  function closeMore(): void {
    if (hasFocusIn('[role=toolbar]')) moreButton.current?.focus();
    more.onToggle();
  }

  return {
    dialpadButton,
    moreButton,
    /** Undefined = not open. */
    closers: {
      dialer: dialpad.isOn ? closeDialer : undefined,
      more: more.isOpen ? closeMore : undefined,
    },
  };
}
