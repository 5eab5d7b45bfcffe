import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { NotFetched } from '../loading/NotFetched.tsx';
import { useFetched } from '../loading/use-fetched.ts';
import styles from './MenuButton.module.css';
import type { MenuEntry, MenuPopup, MenuPopupProps } from './MenuPopup.tsx';

export type { MenuEntry };

/** The code of open menus, which is loaded when the first menu opens. */
let loaded: typeof MenuPopup | undefined;
const load = async () => (loaded ??= (await import('./MenuPopup.tsx')).MenuPopup);

export type MenuButtonProps = Pick<MenuPopupProps, 'label' | 'groups'> & {
  /** The content of the button, with its name. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Whether the menu contains the current page. */
  readonly isCurrent?: boolean;
};

/** A button that opens a menu of actions, pages or choices (ARIA APG, menu button). */
export function MenuButton({ label, groups, children, className, isCurrent = false }: MenuButtonProps) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [path] = useLocation();
  const [opened, setOpened] = useState<MenuPopupProps['startsAt']>();
  const isOpen = opened !== undefined;

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpened(undefined);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  function close(): void {
    button.current?.focus();
    setOpened(undefined);
  }

  function closeFor({ href, isOutside }: MenuEntry): void {
    // The focus goes to the new page with the user, as it disappears with the entry.
    if (href === undefined || href === path || isOutside) close();
    else setOpened(undefined);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      // A menu around this one stays open.
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && isOpen && event.target !== button.current) {
      // The focus leaves from the button, because the entries disappear with the menu.
      close();
    } else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys from within
    <div ref={root} className={styles.root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-current={isCurrent || undefined}
        onClick={() => (isOpen ? close() : setOpened('first'))}
      >
        {children}
      </button>
      {isOpen ? (
        <div className={styles.popup}>
          <Popup
            label={label}
            groups={groups}
            startsAt={opened}
            onChoose={closeFor}
            onRetry={() => button.current?.focus()}
          />
        </div>
      ) : undefined}
    </div>
  );
}

/** The open menu, or what it says if its code could not be loaded. */
function Popup({ onRetry, ...menu }: MenuPopupProps & { readonly onRetry: () => void }) {
  const fetched = useFetched(load, loaded);
  if (fetched.phase === 'ready') return <fetched.value {...menu} />;
  if (fetched.phase === 'waiting') return undefined;
  const retry = (): void => {
    // The pressed button disappears while the code is fetched again.
    onRetry();
    fetched.retry();
  };
  return (
    <div className={styles.failed}>
      <NotFetched as="div" isSmall canReload attempts={fetched.attempts} retry={retry} />
    </div>
  );
}
