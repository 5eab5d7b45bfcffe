import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

export type TabsProps<Id extends string> = {
  readonly label: string;
  /** At least one tab; the first tab is open initially. */
  readonly tabs: readonly { readonly id: Id; readonly name: string }[];
  readonly children: (open: Id) => ReactNode;
};

/** Tabs with one open panel. Arrow keys, Home and End move to a tab and open it (ARIA tabs pattern). */
export function Tabs<Id extends string>({ label, tabs, children }: TabsProps<Id>) {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  // A change of the flags may remove the selected tab; the first one is then open.
  const open = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const openIndex = open === undefined ? -1 : tabs.indexOf(open);
  if (open === undefined) return undefined;

  function onKeyDown(event: KeyboardEvent): void {
    const index = nextIndex(event, openIndex, tabs.length, isRightToLeft(list.current));
    const next = tabs[index];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    list.current?.querySelectorAll('button')[index]?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab === open ? 0 : -1}
            className={styles.tab}
            onClick={() => setChosen(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open.id}`}>
        {children(open.id)}
      </div>
    </>
  );
}

const isRightToLeft = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).direction === 'rtl';

/** Index of the tab to which a key moves; -1 = the key does not move. */
function nextIndex({ key }: KeyboardEvent, index: number, count: number, isMirrored: boolean): number {
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const backward = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (index + 1) % count;
  if (key === backward) return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
