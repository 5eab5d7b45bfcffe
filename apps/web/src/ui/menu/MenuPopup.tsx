import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './MenuPopup.module.css';
import { entryAfterKey } from './menu-keys.ts';

export type MenuEntry = {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
  /** The language of the label, if it is not the language of the page. */
  readonly lang?: string;
  /** For one of several choices: whether it is the one in effect. */
  readonly isChosen?: boolean;
  /** The page to which the entry leads. */
  readonly href?: string;
  /** Whether `href` is the address of another site, or of a page outside the app: it opens beside the app. */
  readonly isOutside?: boolean;
  /** Whether that page is the one shown. */
  readonly isCurrent?: boolean;
  readonly onSelect?: () => void;
};

export type MenuPopupProps = {
  readonly label: string;
  /** Groups of entries, with lines between them. */
  readonly groups: readonly (readonly MenuEntry[])[];
  /** The entry that gets the focus when the menu opens; the choice in effect comes before the first. */
  readonly startsAt: 'first' | 'last';
  /** Called before the entry acts; the menu then closes. */
  readonly onChoose: (entry: MenuEntry) => void;
};

const entriesIn = (menu: HTMLElement | null): readonly HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

/** How far a menu stays from the edges of the window, in CSS pixels. */
const MARGIN = 8;

/** Moves a menu whose button is too near to the edge of the window for it. */
function moveIntoWindow(menu: HTMLElement): void {
  const { left, right } = menu.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const byRight = Math.min(0, clientWidth - MARGIN - right);
  menu.style.translate = `${Math.max(byRight, MARGIN - left)}px`;
}

/** The open part of a menu button: one focused entry, which arrow keys and letters move (ARIA APG, menu). */
export function MenuPopup({ label, groups, startsAt, onChoose }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (menu.current !== null) moveIntoWindow(menu.current);
  }, []);
  useEffect(() => {
    const entries = entriesIn(menu.current);
    const chosen = entries.find((entry) => entry.getAttribute('aria-checked') === 'true');
    (chosen ?? entries[startsAt === 'first' ? 0 : entries.length - 1])?.focus();
  }, [startsAt]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const entries = entriesIn(menu.current);
    const current = entries.findIndex((entry) => entry === document.activeElement);
    // Space presses a button, but not a link.
    if (event.key === ' ' && entries[current] instanceof HTMLAnchorElement) {
      event.preventDefault();
      entries[current].click();
      return;
    }
    const labels = entries.map(({ textContent }) => textContent);
    const next = entryAfterKey(event.key, labels, current);
    if (next === undefined) return;
    event.preventDefault();
    entries[next]?.focus();
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={onKeyDown}
    >
      {groups.map((entries) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no group of a menu
        <div key={entries[0]?.key} role="group" className={styles.group}>
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry({ entry, onChoose }: { readonly entry: MenuEntry } & Pick<MenuPopupProps, 'onChoose'>) {
  const { label, icon, lang, isChosen, href, isOutside, isCurrent, onSelect } = entry;
  const onClick = (): void => {
    onChoose(entry);
    onSelect?.();
  };
  const words = (
    <>
      {isChosen === undefined ? undefined : (
        <span className={styles.mark}>{isChosen ? <Icon name="check" /> : undefined}</span>
      )}
      {icon === undefined ? undefined : <Icon name={icon} />}
      <bdi lang={lang}>{label}</bdi>
    </>
  );
  const common = { className: styles.entry, tabIndex: -1, onClick };
  if (href !== undefined && isOutside)
    return (
      <a {...common} href={href} target="_blank" rel="noreferrer" role="menuitem">
        {words}
      </a>
    );
  if (href !== undefined)
    return (
      <Link {...common} href={href} role="menuitem" aria-current={isCurrent ? 'page' : undefined}>
        {words}
      </Link>
    );
  return isChosen === undefined ? (
    <button {...common} type="button" role="menuitem">
      {words}
    </button>
  ) : (
    <button {...common} type="button" role="menuitemradio" aria-checked={isChosen}>
      {words}
    </button>
  );
}
