import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type FramePoint, movedBy, noZoom, zoomAfterKey, zoomedBy, zoomedIn, zoomedOut } from './zoom.ts';

/** The factor for one unit of a wheel's way: a notch of a mouse wheel has about 100. */
const WHEEL = 1.0025;

type Pointers = ReadonlyMap<number, FramePoint>;

const distanceOf = ([one, other]: readonly FramePoint[]): number =>
  one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);

const middleOf = (points: readonly FramePoint[]): FramePoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** The place of an event in `frame`. */
function pointIn(
  frame: Element | null,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): FramePoint {
  const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

/**
 * The zoom of a video in a frame, and the handlers of the frame: pinch, wheel and the keys + - 0 zoom, a drag
 * and the arrow keys move. Buttons do the same (WCAG 2.5.1, 2.5.7).
 */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(noZoom);
  const pointers = useRef<Pointers>(new Map());
  const isMouse = useRef(false);

  useEffect(() => {
    const element = frame.current;
    function onWheel(event: WheelEvent): void {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const at = pointIn(element, event);
      setZoom((before) => zoomedBy(before, WHEEL ** -event.deltaY, at));
    }
    // React listens passively to wheels, and the page would scroll or zoom too.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  function release({ pointerId }: PointerEvent): void {
    pointers.current = new Map([...pointers.current].filter(([id]) => id !== pointerId));
  }

  return {
    zoom,
    frame,
    zoomIn: () => setZoom(zoomedIn),
    zoomOut: () => setZoom(zoomedOut),
    showWhole: () => setZoom(noZoom),
    handlers: {
      onKeyDown(event: KeyboardEvent): void {
        if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = zoomAfterKey(zoom, event.key);
        if (next === undefined) return;
        event.preventDefault();
        setZoom(next);
      },
      onPointerDown(event: PointerEvent<HTMLElement>): void {
        if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
        isMouse.current = event.pointerType === 'mouse';
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current = new Map([
          ...pointers.current,
          [event.pointerId, pointIn(event.currentTarget, event)],
        ]);
      },
      onPointerMove(event: PointerEvent<HTMLElement>): void {
        const before = [...pointers.current.values()];
        if (!pointers.current.has(event.pointerId)) return;
        pointers.current = new Map([
          ...pointers.current,
          [event.pointerId, pointIn(event.currentTarget, event)],
        ]);
        const after = [...pointers.current.values()];
        const from = middleOf(before);
        const to = middleOf(after);
        const factor = before.length < 2 ? 1 : distanceOf(after) / (distanceOf(before) || 1);
        setZoom((last) => zoomedBy(movedBy(last, to.x - from.x, to.y - from.y), factor, to));
      },
      /** A mouse leaves the focus where the user types; a tap focuses the frame, which shows its buttons. */
      onMouseDown(event: MouseEvent): void {
        if (isMouse.current) event.preventDefault();
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}
