import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Toolbar.module.css';

export type ToolbarProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly ref?: RefObject<HTMLDivElement | null> | undefined;
};

/**
 * A toolbar with one stop for Tab. Arrow keys, Home and End move the focus between its buttons, mirrored in
 * right-to-left (ARIA toolbar pattern).
 */
export function Toolbar({ label, children, className, ref }: ToolbarProps) {
  const ownBar = useRef<HTMLDivElement>(null);
  const bar = ref ?? ownBar;

  useLayoutEffect(() => (bar.current === null ? undefined : keepStop(bar.current)), [bar]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const buttons = buttonsIn(bar.current);
    const next =
      buttons[
        nextIndex(
          event,
          buttons.findIndex((button) => button === event.target),
          buttons.length,
        )
      ];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons has the focus (ARIA toolbar pattern)
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={classNames(styles.toolbar, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/**
 * Keeps exactly one button as the stop for Tab until the returned function is called. When that button is
 * removed or disabled, its neighbour becomes the stop, and gets the focus if the button had it. A
 * MutationObserver watches the buttons, because they change without the toolbar rendering.
 */
function keepStop(bar: HTMLElement): () => void {
  let stop: HTMLButtonElement | undefined;
  let place = 0;
  let hasFocus = false;

  function settle(): void {
    const buttons = buttonsIn(bar);
    if (stop === undefined || !buttons.includes(stop)) {
      const isFocusLost = [document.body, stop].some((element) => element === document.activeElement);
      stop = buttons[Math.min(place, buttons.length - 1)];
      if (hasFocus && isFocusLost) stop?.focus();
    }
    place = stop === undefined ? 0 : buttons.indexOf(stop);
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }
  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof HTMLButtonElement)) return;
    [hasFocus, stop] = [true, target];
    settle();
  }
  function onFocusOut({ relatedTarget }: FocusEvent): void {
    // A button that is removed loses the focus to no element (`relatedTarget` is null): keep `hasFocus` then.
    if (relatedTarget !== null) hasFocus = false;
  }

  settle();
  const observer = new MutationObserver(settle);
  observer.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  bar.addEventListener('focusin', onFocusIn);
  bar.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    bar.removeEventListener('focusin', onFocusIn);
    bar.removeEventListener('focusout', onFocusOut);
  };
}

function buttonsIn(bar: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(bar?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
}

/** The index of the button to which a key moves the focus; -1 for other keys. */
function nextIndex(
  { key, currentTarget }: KeyboardEvent<HTMLDivElement>,
  index: number,
  count: number,
): number {
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  if (index < 0) return -1;
  if (key === forward) return (index + 1) % count;
  if (key === backward) return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return -1;
}
