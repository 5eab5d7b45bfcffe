/** A pinch changes the size of the text by one step each time the distance has changed by this factor. */
const FACTOR = 1.25;

/** 1 = the fingers have moved far enough apart for the next larger size, -1 = together, 0 = neither. */
export function pinchSteps(from: number, to: number): -1 | 0 | 1 {
  if (from <= 0) return 0;
  if (to >= from * FACTOR) return 1;
  return to <= from / FACTOR ? -1 : 0;
}

const distanceOf = ({ touches: [one, two] }: TouchEvent): number =>
  one === undefined || two === undefined
    ? 0
    : Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);

/**
 * Calls `onStep` while two fingers on `element` move apart (1) or together (-1), instead of the zoom of the
 * browser, which would push the rest of the call out of the window.
 * @returns a function that ends this
 */
export function observePinch(element: HTMLElement, onStep: (step: -1 | 1) => void): () => void {
  let from = 0;
  const begin = (event: TouchEvent): void => {
    from = event.touches.length === 2 ? distanceOf(event) : 0;
  };
  const move = (event: TouchEvent): void => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const step = pinchSteps(from, distanceOf(event));
    if (step === 0) return;
    from = distanceOf(event);
    onStep(step);
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  return () => {
    element.removeEventListener('touchstart', begin);
    element.removeEventListener('touchmove', move);
  };
}
