import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './Toolbar.module.css';

export type ToolbarProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
};

/** One stop for Tab; arrows, Home and End move inside (ARIA toolbar pattern), mirrored where reading is. */
export function Toolbar({ label, children, className }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement>(undefined);

  // After each render: buttons come, go and get disabled without the toolbar having a say.
  useLayoutEffect(() => {
    const buttons = buttonsIn(bar.current);
    if (current.current === undefined || !buttons.includes(current.current)) current.current = buttons[0];
    markStop(buttons, current.current);
  });

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLButtonElement)) return;
    current.current = target;
    markStop(buttonsIn(bar.current), target);
  }

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
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its buttons (ARIA toolbar pattern)
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={classNames(styles.toolbar, className)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function buttonsIn(bar: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(bar?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
}

function markStop(buttons: readonly HTMLButtonElement[], stop: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** -1, which is no button, for keys that do not move. */
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
