import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { LetterIndex } from './LetterIndex.tsx';
import styles from './LetterList.module.css';
import { letterRows, type RowGroup, sectionsOf, shownRows } from './letter-rows.ts';
import { ListPlacesContext } from './list-places.ts';

export type LetterListProps<Item> = {
  /** Identifies the list, to remember its scroll place. */
  readonly name: string;
  readonly groups: readonly RowGroup<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /** Accessible name of the letter buttons. */
  readonly indexLabel: string;
  readonly onItemClick?: ((item: Item) => void) | undefined;
};

/** The heights assumed for rows that have not been measured yet, in CSS pixels. */
const expectedHeights = { heading: 44, item: 77 };
/** The number of rows rendered beyond each edge of the window. */
const overscan = 6;
/** Up to this number of rows the page holds all, so that a screen reader can read the list from top to end. */
const mostWhole = 200;

const gap = (pixels: number): CSSProperties | undefined =>
  pixels === 0 ? undefined : ({ '--gap': `${pixels}px` } as CSSProperties);

/**
 * A list under letters, for up to ten thousand entries. Of a long one the page holds only the rows in and near
 * the window with their headings, and the focused row even when it is scrolled away. Each entry announces its position
 * and the length of its group.
 */
export function LetterList<Item>({
  name,
  groups,
  keyOf,
  renderItem,
  indexLabel,
  onItemClick,
}: LetterListProps<Item>) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<number>(undefined);
  const wanted = useRef<number>(undefined);
  const places = use(ListPlacesContext);
  const [kept] = useState(() => places?.find(name));
  const [scrollMargin, setScrollMargin] = useState(kept?.top ?? 0);
  const rows = useMemo(() => letterRows(groups, keyOf), [groups, keyOf]);
  // oxlint-disable-next-line react/incompatible-library -- no function of it is passed to memoized components
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    overscan: rows.length > mostWhole ? overscan : rows.length,
    scrollMargin,
    estimateSize: (index) => expectedHeights[rows[index]?.kind ?? 'item'],
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => shownRows(rows, range, focused.current),
    // The virtualizer restores the scroll position itself, before the first paint.
    ...(kept === undefined ? {} : { initialOffset: kept.scrollY, initialMeasurementsCache: kept.rows }),
  });
  const items = virtualizer.getVirtualItems();
  // Measures the top of the list again after each scroll, because content above it (an alert, a filter) may
  // have changed its height. Until then the extra rows beyond the window cover the difference.
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [items]);

  const latestTop = useRef(scrollMargin);
  useLayoutEffect(() => {
    latestTop.current = scrollMargin;
  }, [scrollMargin]);
  useLayoutEffect(
    () => () =>
      places?.keep({
        list: name,
        scrollY: virtualizer.scrollOffset ?? 0,
        top: latestTop.current,
        rows: virtualizer.takeSnapshot(),
      }),
    [places, name, virtualizer],
  );

  useEffect(() => {
    const heading = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (heading === null || heading === undefined) return;
    wanted.current = undefined;
    heading.focus({ preventScroll: true });
  }, [items]);

  function goTo(group: number): void {
    const index = rows.findIndex((row) => row.kind === 'heading' && row.group === group);
    wanted.current = index;
    virtualizer.scrollToIndex(index, { align: 'start' });
  }

  const end = items.at(-1)?.end ?? scrollMargin;
  return (
    <div className={styles.list}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- follows the focus of the rows inside */}
      <div
        ref={frame}
        className={styles.rows}
        onFocus={({ target }) => {
          focused.current = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
        }}
        onBlur={() => {
          focused.current = undefined;
        }}
      >
        {sectionsOf(rows, items, scrollMargin).map(({ group, heading, entries }) => (
          <div key={groups[group]?.key}>
            <h2
              ref={virtualizer.measureElement}
              id={`${id}-${group}`}
              data-index={heading.index}
              className={styles.heading}
              style={gap(heading.gap)}
              tabIndex={-1}
            >
              {groups[group]?.label}
            </h2>
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role when there are no bullets */}
            <ul role="list" aria-labelledby={`${id}-${group}`} className={styles.entries}>
              {entries.map(({ index, gap: before, row }) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a larger target for fingers; its button does the same
                <li
                  key={row.key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.entry}
                  style={gap(before)}
                  aria-setsize={groups[group]?.items.length}
                  aria-posinset={row.place + 1}
                  onClick={({ target }) => {
                    // Interactive elements in the row keep their own click.
                    if (target instanceof Element && target.closest('button, a') === null)
                      onItemClick?.(row.item);
                  }}
                >
                  {renderItem(row.item)}
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div
          aria-hidden="true"
          className={styles.rest}
          style={gap(virtualizer.getTotalSize() + scrollMargin - end)}
        />
      </div>
      <LetterIndex label={indexLabel} groups={groups} onPress={goTo} />
    </div>
  );
}
