import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { KeyValueStore } from '../../client/ports.ts';
import {
  afterKey,
  grown,
  inNextCorner,
  movedBy,
  readPlace,
  resizedBy,
  type SelfViewMeasures,
  type SelfViewPlace,
  snapped,
} from './self-view-place.ts';

const key = 'selfView';

type Drag = {
  readonly kind: 'move' | 'resize';
  readonly pointerId: number;
  readonly isMouse: boolean;
  readonly fromX: number;
  readonly fromY: number;
  readonly place: SelfViewPlace;
  readonly measures: SelfViewMeasures;
};

/** Measures an element and the area it is placed in, which is its parent. */
function measure(element: HTMLElement): SelfViewMeasures {
  const own = element.getBoundingClientRect();
  const area = (element.parentElement ?? element).getBoundingClientRect();
  return {
    areaWidth: area.width,
    areaHeight: area.height,
    left: own.left - area.left,
    top: own.top - area.top,
    width: own.width,
    height: own.height,
    windowWidth: window.innerWidth,
    isRtl: getComputedStyle(element).direction === 'rtl',
  };
}

/** The own picture's place: dragged, moved by keys and buttons, and remembered in `store` (INCALL-02 … -04). */
export function useSelfViewPlace(store: KeyValueStore | undefined) {
  const [place, setPlace] = useState(() => readPlace(store?.get(key)));
  const figure = useRef<HTMLElement>(null);
  const drag = useRef<Drag | undefined>(undefined);

  function settle(next: SelfViewPlace): void {
    setPlace(next);
    store?.set(key, JSON.stringify(next));
  }

  function withMeasures(change: (measures: SelfViewMeasures) => SelfViewPlace | undefined): boolean {
    const next = figure.current === null ? undefined : change(measure(figure.current));
    if (next !== undefined) settle(next);
    return next !== undefined;
  }

  function placeUnder({ clientX, clientY }: PointerEvent, { kind, fromX, fromY, place, measures }: Drag) {
    const change = kind === 'move' ? movedBy : resizedBy;
    return change(place, measures, clientX - fromX, clientY - fromY);
  }

  const dragHandlers = (kind: Drag['kind']) => ({
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || drag.current !== undefined || figure.current === null) return;
      // A button or the handle on it has business of its own.
      if (kind === 'move' && (event.target as Element).closest('button, [data-handle]') !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = {
        kind,
        pointerId: event.pointerId,
        isMouse: event.pointerType === 'mouse',
        fromX: event.clientX,
        fromY: event.clientY,
        place,
        measures: measure(figure.current),
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
    /** The system took the pointer away: nothing has happened. */
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      if (drag.current?.pointerId !== event.pointerId) return;
      setPlace(drag.current.place);
      drag.current = undefined;
    },
  });

  return {
    place,
    figure,
    moveHandlers: dragHandlers('move'),
    resizeHandlers: dragHandlers('resize'),
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (withMeasures((measures) => afterKey(place, measures, event.key))) event.preventDefault();
    },
    /** Who drags with a mouse goes on typing; a finger's tap gives the focus, which shows the buttons. */
    onMouseDown: (event: MouseEvent): void => {
      if (drag.current?.isMouse === true) event.preventDefault();
    },
    onNextCorner: () => settle(inNextCorner(place)),
    onLarger: () => void withMeasures((measures) => grown(place, measures, 'larger')),
    onSmaller: () => void withMeasures((measures) => grown(place, measures, 'smaller')),
  };
}
