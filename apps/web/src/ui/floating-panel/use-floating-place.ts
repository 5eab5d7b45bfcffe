import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import {
  afterKey,
  type FloatingMeasures,
  type FloatingPlace,
  type FloatingShape,
  grown,
  inNextCorner,
  movedBy,
  readPlace,
  resizedBy,
  snapped,
} from './floating-place.ts';

export type FloatingMemory = {
  /** The last value given to `onRemember` for this kind of panel. */
  readonly remembered?: string | undefined;
  /** Receives the new place, to remember it for next time. */
  readonly onRemember?: ((place: string) => void) | undefined;
};

type Drag = {
  readonly kind: 'move' | 'resize';
  readonly pointerId: number;
  readonly isMouse: boolean;
  readonly fromX: number;
  readonly fromY: number;
  readonly place: FloatingPlace;
  readonly measures: FloatingMeasures;
};

/** Measures an element and its area, which is the parent element. */
function measure(element: HTMLElement, { unit, leastWidth }: FloatingShape): FloatingMeasures {
  const own = element.getBoundingClientRect();
  const area = (element.parentElement ?? element).getBoundingClientRect();
  return {
    areaWidth: area.width,
    areaHeight: area.height,
    left: own.left - area.left,
    top: own.top - area.top,
    width: own.width,
    height: own.height,
    unitWidth: unit === 'window' ? window.innerWidth : 1,
    leastWidth,
    isRtl: getComputedStyle(element).direction === 'rtl',
  };
}

/**
 * The place of `panel`, and the handlers for drags, keys and buttons that change it; each new place is
 * remembered (INCALL-02 … -04, DIALER-03).
 */
export function useFloatingPlace(
  panel: RefObject<HTMLElement | null>,
  shape: FloatingShape,
  { remembered, onRemember }: FloatingMemory,
) {
  const [place, setPlace] = useState(() => readPlace(remembered, shape));
  const drag = useRef<Drag | undefined>(undefined);

  function settle(next: FloatingPlace): void {
    setPlace(next);
    onRemember?.(JSON.stringify(next));
  }

  function withMeasures(change: (measures: FloatingMeasures) => FloatingPlace | undefined): boolean {
    const next = panel.current === null ? undefined : change(measure(panel.current, shape));
    if (next !== undefined) settle(next);
    return next !== undefined;
  }

  function placeUnder({ clientX, clientY }: PointerEvent, { kind, fromX, fromY, place, measures }: Drag) {
    const change = kind === 'move' ? movedBy : resizedBy;
    return change(place, measures, clientX - fromX, clientY - fromY);
  }

  const dragHandlers = (kind: Drag['kind']) => ({
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || drag.current !== undefined || panel.current === null) return;
      // A button or the handle on the panel handles its own pointer events.
      if (kind === 'move' && (event.target as Element).closest('button, [data-handle]') !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = {
        kind,
        pointerId: event.pointerId,
        isMouse: event.pointerType === 'mouse',
        fromX: event.clientX,
        fromY: event.clientY,
        place,
        measures: measure(panel.current, shape),
      };
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      if (drag.current?.pointerId !== event.pointerId) return;
      setPlace(placeUnder(event, drag.current));
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const begun = drag.current;
      if (begun?.pointerId !== event.pointerId) return;
      drag.current = undefined;
      const next = placeUnder(event, begun);
      settle(begun.kind === 'move' ? snapped(next, begun.measures) : next);
    },
    /** The system cancelled the pointer: restore the place from before the drag. */
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      if (drag.current?.pointerId !== event.pointerId) return;
      setPlace(drag.current.place);
      drag.current = undefined;
    },
  });

  return {
    place,
    moveHandlers: dragHandlers('move'),
    resizeHandlers: dragHandlers('resize'),
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (withMeasures((measures) => afterKey(place, measures, event.key))) event.preventDefault();
    },
    /** A mouse drag leaves the focus where the user types; a tap focuses the panel, which shows the buttons. */
    onMouseDown: (event: MouseEvent): void => {
      if (drag.current?.isMouse === true) event.preventDefault();
    },
    onNextCorner: () => settle(inNextCorner(place)),
    onLarger: () => void withMeasures((measures) => grown(place, measures, 'larger')),
    onSmaller: () => void withMeasures((measures) => grown(place, measures, 'smaller')),
  };
}
