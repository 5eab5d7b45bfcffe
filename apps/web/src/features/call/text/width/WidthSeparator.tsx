import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { observeSize } from '../observe-size.ts';
import type { TextWidth } from './use-text-width.ts';
import styles from './WidthSeparator.module.css';
import { movedRight, rangeOf, type WidthRange, widthAfterKey } from './width-range.ts';

export type WidthSeparatorProps = Pick<TextWidth, 'show' | 'choose'>;

type Drag = { readonly pointerId: number; readonly fromX: number; readonly range: WidthRange };

/** Measures the text that `separator` is in, and the room around it. */
function measure(separator: HTMLElement): WidthRange | undefined {
  const text = separator.parentElement;
  const room = text?.parentElement;
  if (!text || !room) return undefined;
  const remPixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isTextLeft = getComputedStyle(room).direction === 'rtl';
  return rangeOf(room.clientWidth, text.getBoundingClientRect().width, remPixels, isTextLeft);
}

/**
 * The edge between the video and the text beside it, which the user moves by pointer and by keys (ARIA window
 * splitter pattern). A double click or Enter brings back the default width. It is the first part of the text.
 */
export function WidthSeparator({ show, choose }: WidthSeparatorProps) {
  const { t } = useTranslation();
  const separator = useRef<HTMLHRElement>(null);
  const drag = useRef<Drag>(undefined);
  const [range, setRange] = useState<WidthRange>();

  useEffect(() => {
    const element = separator.current;
    const text = element?.parentElement;
    if (!element || !text) return undefined;
    return observeSize(text, () => setRange(measure(element)));
  }, []);

  function widthUnder({ clientX }: PointerEvent, { fromX, range: before }: Drag): number {
    const roomWidth = separator.current?.parentElement?.parentElement?.clientWidth ?? 1;
    return movedRight(before, (100 * (clientX - fromX)) / roomWidth);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is interactive (ARIA 1.2)
    <hr
      ref={separator}
      className={styles.separator}
      aria-orientation="vertical"
      aria-label={t('text.width')}
      aria-valuenow={Math.round(range?.now ?? 0)}
      aria-valuemin={Math.round(range?.least ?? 0)}
      aria-valuemax={Math.round(range?.most ?? 100)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey || separator.current === null) return;
        const now = measure(separator.current);
        const next = event.key === 'Enter' ? undefined : now && widthAfterKey(now, event.key);
        if (event.key !== 'Enter' && next === undefined) return;
        event.preventDefault();
        choose(next);
      }}
      onDoubleClick={() => choose(undefined)}
      onPointerDown={(event) => {
        const now = measure(event.currentTarget);
        if (event.button !== 0 || drag.current !== undefined || now === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { pointerId: event.pointerId, fromX: event.clientX, range: now };
      }}
      onPointerMove={(event) => {
        if (drag.current?.pointerId === event.pointerId && event.clientX !== drag.current.fromX)
          show(widthUnder(event, drag.current));
      }}
      onPointerUp={(event) => {
        const begun = drag.current;
        if (begun?.pointerId !== event.pointerId) return;
        drag.current = undefined;
        if (event.clientX !== begun.fromX) choose(widthUnder(event, begun));
      }}
      // The system cancelled the pointer: restore the width from before the drag.
      onPointerCancel={(event) => {
        if (drag.current?.pointerId !== event.pointerId) return;
        show(drag.current.range.now);
        drag.current = undefined;
      }}
      // A mouse leaves the focus where the user types.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
    />
  );
}
