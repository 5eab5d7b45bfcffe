export type Size = { readonly width: number; readonly height: number };

/** The square that is cut out of an image: its middle as parts of width and height, and how close it is. */
export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };

export const MOST_ZOOM = 4;
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The crop with a valid zoom, moved so that it does not reach beyond the image. */
export function validCrop({ x, y, zoom }: Crop, size: Size): Crop {
  const near = between(1, zoom, MOST_ZOOM);
  const half = sideOf(size, near) / 2;
  return {
    x: between(half / size.width, x, 1 - half / size.width),
    y: between(half / size.height, y, 1 - half / size.height),
    zoom: near,
  };
}

/**
 * The crop after the image was dragged.
 * @param across how far, as a part of the side of the square; positive = to the right
 */
export const draggedCrop = (crop: Crop, size: Size, across: number, down: number): Crop => {
  const side = sideOf(size, crop.zoom);
  return validCrop(
    { ...crop, x: crop.x - (across * side) / size.width, y: crop.y - (down * side) / size.height },
    size,
  );
};

/** The square in pixels of the image. */
export function squareOf(crop: Crop, size: Size): { left: number; top: number; side: number } {
  const { x, y, zoom } = validCrop(crop, size);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}
