import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { type Crop, draggedCrop, type Size, validCrop } from './crop-area.ts';

type Point = { readonly x: number; readonly y: number };

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Handlers that move a crop with one finger or the mouse, and zoom it with two fingers. The sliders beside
 * the picture do the same by keyboard.
 */
export function useCropGestures(size: Size, crop: Crop, onChange: (crop: Crop) => void) {
  const fingers = useRef(new Map<number, Point>());
  const latest = useRef(crop);
  useLayoutEffect(() => {
    latest.current = crop;
  }, [crop]);
  const change = (next: Crop): void => {
    latest.current = next;
    onChange(next);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId);
      if (before === undefined) return;
      const after = { x: event.clientX, y: event.clientY };
      const others = [...fingers.current].filter(([id]) => id !== event.pointerId);
      const [, other] = others[0] ?? [];
      fingers.current.set(event.pointerId, after);
      if (other !== undefined) {
        const ratio = distance(after, other) / Math.max(1, distance(before, other));
        change(validCrop({ ...latest.current, zoom: latest.current.zoom * ratio }, size));
        return;
      }
      const { width } = event.currentTarget.getBoundingClientRect();
      change(draggedCrop(latest.current, size, (after.x - before.x) / width, (after.y - before.y) / width));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId),
  };
}
