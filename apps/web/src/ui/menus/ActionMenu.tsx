import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './ActionMenu.module.css';
import { menuTarget } from './menu-keys.ts';

export type MenuAction = {
  readonly label: string;
  readonly icon: IconName;
  readonly onPress: () => void;
  /** `danger` = the action removes something. */
  readonly kind?: 'plain' | 'danger';
};

export type ActionMenuProps = {
  /** Name of the button that opens the menu. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly actions: readonly MenuAction[];
};

/** A button that opens a menu of actions (APG menu button pattern). */
export function ActionMenu({ label, describedBy, actions }: ActionMenuProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The item that has the focus when the menu opens; undefined = closed. */
  const [opened, setOpened] = useState<'first' | 'last'>();
  const isOpen = opened !== undefined;

  useEffect(() => {
    if (opened === undefined) return undefined;
    const items = itemsIn(frame.current);
    const item = opened === 'first' ? items[0] : items.at(-1);
    item?.focus({ preventScroll: true });
    frame.current?.querySelector('[role="menu"]')?.scrollIntoView({ block: 'nearest' });
    const onPointerDown = ({ target }: Event): void => {
      if (target instanceof Node && frame.current?.contains(target) !== true) setOpened(undefined);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [opened]);

  function close(): void {
    setOpened(undefined);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      setOpened(key === 'ArrowDown' ? 'first' : 'last');
      return;
    }
    if (key === 'Tab') setOpened(undefined);
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    const items = itemsIn(frame.current);
    const current = items.findIndex((item) => item === document.activeElement);
    const target = menuTarget(
      key,
      current,
      actions.map((action) => action.label),
    );
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    items[target]?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of button and menu
    <div ref={frame} className={styles.frame} onKeyDown={onKeyDown}>
      <IconButton
        ref={button}
        icon="more"
        label={label}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setOpened(isOpen ? undefined : 'first')}
      />
      {isOpen ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a press beside an item does nothing, not even in the row around the menu
        <div
          id={id}
          role="menu"
          aria-label={label}
          className={styles.menu}
          onClick={(event) => event.stopPropagation()}
        >
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles.item, action.kind === 'danger' && styles.danger)}
              onClick={() => {
                close();
                action.onPress();
              }}
            >
              <Icon name={action.icon} size="1.25em" />
              {action.label}
            </button>
          ))}
        </div>
      ) : undefined}
    </div>
  );
}

const itemsIn = (frame: HTMLElement | null): readonly HTMLElement[] => [
  ...(frame?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];
