/** Place and width of a floating panel, stored so that it stays inside its area at any window size. */
export type FloatingPlace = {
  /** Width in units of the panel's shape. */
  readonly size: number;
  /** 0 = at the inline start of its area, 1 = at the inline end, so that right-to-left needs no special case. */
  readonly x: number;
  /** 0 = at the top of its area, 1 = at the bottom. */
  readonly y: number;
};

/** Properties of one kind of panel; its proportions are `--ratio` in its style sheet. */
export type FloatingShape = {
  /** The initial place. */
  readonly initial: FloatingPlace;
  /** Unit of the size: the width of the window, or CSS pixels. */
  readonly unit: 'window' | 'pixel';
  /** The smallest usable width, in CSS pixels. */
  readonly leastWidth: number;
};

/** Current measures on the screen, in CSS pixels; `left` and `top` count from the area's corner. */
export type FloatingMeasures = {
  readonly areaWidth: number;
  readonly areaHeight: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** CSS pixels in one unit of size. */
  readonly unitWidth: number;
  readonly leastWidth: number;
  readonly isRtl: boolean;
};

/** How far one press of an arrow key moves the panel, in CSS pixels. */
const STEP = 24;
/**
 * A panel released closer than this to an edge, in CSS pixels, moves to that edge; near two edges, to the
 * corner.
 */
const SNAP_DISTANCE = 32;
/** The factor by which one press of + or - changes the width. */
const GROWTH = 1.2;

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), Math.max(most, 0));

/** The place whose upper left corner is at `left`, `top`, as far as there is room. */
function placeAt(place: FloatingPlace, measures: FloatingMeasures, left: number, top: number): FloatingPlace {
  const [freeWidth, freeHeight] = [
    measures.areaWidth - measures.width,
    measures.areaHeight - measures.height,
  ];
  const fromLeft = freeWidth > 0 ? clamp(left, freeWidth) / freeWidth : undefined;
  const fromStart = fromLeft !== undefined && measures.isRtl ? 1 - fromLeft : fromLeft;
  return {
    ...place,
    x: fromStart ?? place.x,
    y: freeHeight > 0 ? clamp(top, freeHeight) / freeHeight : place.y,
  };
}

/** `place` moved to the right and down by a distance in CSS pixels. */
export const movedBy = (place: FloatingPlace, measures: FloatingMeasures, right: number, down: number) =>
  placeAt(place, measures, measures.left + right, measures.top + down);

/** `wanted`, limited to the room in the area, but at least the smallest usable width. */
function widthWithin(measures: FloatingMeasures, wanted: number): number {
  const { areaWidth, areaHeight, width, height, leastWidth } = measures;
  return Math.max(leastWidth, Math.min(wanted, areaWidth, areaHeight * (width / height)));
}

/**
 * `place` after a drag of the lower right corner by a distance in CSS pixels; the upper left corner stays
 * while there is room (INCALL-04, DIALER-03).
 */
export function resizedBy(
  place: FloatingPlace,
  measures: FloatingMeasures,
  right: number,
  down: number,
): FloatingPlace {
  const ratio = measures.width / measures.height;
  const further = Math.abs(right) > Math.abs(down * ratio) ? right : down * ratio;
  const width = widthWithin(measures, measures.width + further);
  const resized = { ...measures, width, height: width / ratio };
  return placeAt({ ...place, size: width / measures.unitWidth }, resized, measures.left, measures.top);
}

/** `place` one step larger or smaller; a panel in a corner stays in it. */
export function grown(
  place: FloatingPlace,
  measures: FloatingMeasures,
  direction: 'larger' | 'smaller',
): FloatingPlace {
  const wanted = direction === 'larger' ? measures.width * GROWTH : measures.width / GROWTH;
  return { ...place, size: widthWithin(measures, wanted) / measures.unitWidth };
}

/** `place` after a drag has ended: close to an edge or a corner, the panel moves there. */
export function snapped(place: FloatingPlace, { areaWidth, areaHeight, width, height }: FloatingMeasures) {
  const snap = (part: number, free: number): number => {
    if (part * free < SNAP_DISTANCE && part <= 0.5) return 0;
    return (1 - part) * free < SNAP_DISTANCE ? 1 : part;
  };
  return { ...place, x: snap(place.x, areaWidth - width), y: snap(place.y, areaHeight - height) };
}

/** `place` in the next corner around the area, counted from the corner that is nearest to it. */
export function inNextCorner(place: FloatingPlace): FloatingPlace {
  const isAtEnd = place.x >= 0.5;
  const isAtBottom = place.y >= 0.5;
  if (isAtBottom) return { ...place, x: 0, y: isAtEnd ? 1 : 0 };
  return { ...place, x: 1, y: isAtEnd ? 1 : 0 };
}

/** The place after a key: arrows move, + and - resize. `undefined` for other keys. */
export function afterKey(
  place: FloatingPlace,
  measures: FloatingMeasures,
  key: string,
): FloatingPlace | undefined {
  switch (key) {
    case 'ArrowLeft':
      return movedBy(place, measures, -STEP, 0);
    case 'ArrowRight':
      return movedBy(place, measures, STEP, 0);
    case 'ArrowUp':
      return movedBy(place, measures, 0, -STEP);
    case 'ArrowDown':
      return movedBy(place, measures, 0, STEP);
    case '+':
      return grown(place, measures, 'larger');
    case '-':
      return grown(place, measures, 'smaller');
    default:
      return undefined;
  }
}

const isPart = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** The remembered place, or the initial place when the stored value is not usable. */
export function readPlace(remembered: string | undefined, { initial }: FloatingShape): FloatingPlace {
  try {
    const { size, x, y } = JSON.parse(remembered ?? '{}') as Readonly<Record<string, unknown>>;
    const isSize = typeof size === 'number' && size > 0 && Number.isFinite(size);
    return isSize && isPart(x) && isPart(y) ? { size, x, y } : initial;
  } catch {
    return initial;
  }
}
