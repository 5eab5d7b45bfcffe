import { expect, test } from 'vitest';
import { draggedCrop, squareOf, validCrop, wholeCrop } from './crop-area.ts';

const wide = { width: 400, height: 200 };
const tall = { width: 100, height: 300 };

test.each([
  [wholeCrop, wide, { left: 100, top: 0, side: 200 }],
  [wholeCrop, tall, { left: 0, top: 100, side: 100 }],
  [{ x: 0, y: 0, zoom: 1 }, wide, { left: 0, top: 0, side: 200 }],
  [{ x: 1, y: 1, zoom: 2 }, wide, { left: 300, top: 100, side: 100 }],
  [{ x: 0.5, y: 0.5, zoom: 99 }, wide, { left: 175, top: 75, side: 50 }],
  [{ x: 0.5, y: 0.5, zoom: 0 }, wide, { left: 100, top: 0, side: 200 }],
])('D67 the square of %j in %j is %j', (crop, size, square) => {
  expect(squareOf(crop, size)).toEqual(square);
});

test('D67 dragging to the right shows what is further left', () => {
  expect(draggedCrop(wholeCrop, wide, 0.25, 0.25)).toEqual({ x: 0.375, y: 0.5, zoom: 1 });
});

test('D67 the square never reaches beyond the image', () => {
  // A linear congruential generator: the same numbers in each run.
  let seed = 5;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const any = (most: number) => (random() - 0.25) * most;
  for (let run = 0; run < 500; run += 1) {
    const size = { width: 1 + random() * 4000, height: 1 + random() * 4000 };
    const crop = draggedCrop(validCrop({ x: any(2), y: any(2), zoom: any(8) }, size), size, any(4), any(4));
    const { left, top, side } = squareOf(crop, size);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
    expect(left + side).toBeLessThanOrEqual(size.width + 1e-6);
    expect(top + side).toBeLessThanOrEqual(size.height + 1e-6);
  }
});
