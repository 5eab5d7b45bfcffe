/**
 * How much of a video is shown. `x` and `y` say how far its centre is moved, in widths and heights of its
 * frame; the frame is always filled.
 */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

/** A point in the frame: 0 is its centre, 0.5 its right or lower edge. */
export type FramePoint = { readonly x: number; readonly y: number };

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 };

const MOST = 4;
/** The factor of one key press or one press of a button. */
const STEP = 1.25;
/** How far one arrow key moves the video, in widths or heights of the frame. */
const MOVE = 0.1;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

function kept({ scale, x, y }: Zoom): Zoom {
  const most = (scale - 1) / 2;
  return scale <= 1 ? noZoom : { scale, x: clamp(x, -most, most), y: clamp(y, -most, most) };
}

/** Zooms by `factor`; what is at the point `at` stays there, as far as the frame stays filled. */
export function zoomedBy(zoom: Zoom, factor: number, at: FramePoint = { x: 0, y: 0 }): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MOST);
  const ratio = scale / zoom.scale;
  return kept({ scale, x: at.x - ratio * (at.x - zoom.x), y: at.y - ratio * (at.y - zoom.y) });
}

/** Moves the video by a distance in widths and heights of the frame. */
export const movedBy = ({ scale, x, y }: Zoom, right: number, down: number): Zoom =>
  kept({ scale, x: x + right, y: y + down });

export const zoomedIn = (zoom: Zoom): Zoom => zoomedBy(zoom, STEP);
export const zoomedOut = (zoom: Zoom): Zoom => zoomedBy(zoom, 1 / STEP);

/**
 * The zoom after a key: + and - zoom, 0 shows the whole video, arrows move to that side of it. Undefined for
 * any other key, and for an arrow while the whole video is shown.
 */
export function zoomAfterKey(zoom: Zoom, key: string): Zoom | undefined {
  switch (key) {
    case '+':
    case '=':
      return zoomedIn(zoom);
    case '-':
      return zoomedOut(zoom);
    case '0':
      return noZoom;
  }
  if (zoom.scale === 1) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return movedBy(zoom, MOVE, 0);
    case 'ArrowRight':
      return movedBy(zoom, -MOVE, 0);
    case 'ArrowUp':
      return movedBy(zoom, 0, MOVE);
    case 'ArrowDown':
      return movedBy(zoom, 0, -MOVE);
    default:
      return undefined;
  }
}

/** The CSS transform of the zoomed video. */
export const transformOf = ({ scale, x, y }: Zoom): string | undefined =>
  scale === 1 ? undefined : `translate(${100 * x}%, ${100 * y}%) scale(${scale})`;
