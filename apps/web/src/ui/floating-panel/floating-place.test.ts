import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterKey,
  type FloatingMeasures,
  type FloatingShape,
  grown,
  inNextCorner,
  movedBy,
  readPlace,
  resizedBy,
  snapped,
} from './floating-place.ts';

const shape: FloatingShape = { initial: { size: 0.15, x: 1, y: 1 }, unit: 'window', leastWidth: 104 };
const { initial: initialPlace } = shape;
const inCorner: FloatingMeasures = {
  areaWidth: 1000,
  areaHeight: 600,
  left: 800,
  top: 450,
  width: 200,
  height: 150,
  unitWidth: 1280,
  leastWidth: 104,
  isRtl: false,
};
const inMiddle: FloatingMeasures = { ...inCorner, left: 400, top: 200 };

test('INCALL-02 a drag moves the panel by the distance of the pointer, in both writing directions', () => {
  expect(movedBy(initialPlace, inCorner, -400, -225)).toEqual({ size: 0.15, x: 0.5, y: 0.5 });
  const rightToLeft = { ...inCorner, left: 0, isRtl: true };
  expect(movedBy(initialPlace, rightToLeft, 200, 0)).toEqual({ size: 0.15, x: 0.75, y: 1 });
});

test.each([
  ['ArrowLeft', { x: 376 / 800, y: 200 / 450 }],
  ['ArrowRight', { x: 424 / 800, y: 200 / 450 }],
  ['ArrowUp', { x: 0.5, y: 176 / 450 }],
  ['ArrowDown', { x: 0.5, y: 224 / 450 }],
])('INCALL-02 key %s moves the panel one step', (key, place) => {
  expect(afterKey(initialPlace, inMiddle, key)).toEqual({ size: 0.15, ...place });
});

test('INCALL-02 other keys do nothing', () => {
  expect(['a', 'Enter', 'Tab'].map((key) => afterKey(initialPlace, inCorner, key))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('INCALL-02 a panel released near a corner moves into it; elsewhere it stays', () => {
  expect(snapped({ size: 0.15, x: 0.03, y: 0.96 }, inCorner)).toEqual({ size: 0.15, x: 0, y: 1 });
  expect(snapped({ size: 0.15, x: 0.5, y: 0.4 }, inCorner)).toEqual({ size: 0.15, x: 0.5, y: 0.4 });
});

test('INCALL-02 four presses of the button go around all corners', () => {
  const corners = [initialPlace];
  for (let press = 0; press < 4; press++) corners.push(inNextCorner(corners.at(-1) ?? initialPlace));
  expect(corners.map(({ x, y }) => [x, y])).toEqual([
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
});

test('INCALL-04 the handle keeps the upper left corner, and the larger of both distances counts', () => {
  const wider = resizedBy({ size: 0.15, x: 0.5, y: 200 / 450 }, inMiddle, 80, 10);
  expect(wider).toEqual({ size: 280 / 1280, x: 400 / 720, y: 200 / 390 });
  expect(resizedBy(initialPlace, inMiddle, 0, 60).size).toBe(280 / 1280);
});

test('INCALL-04 + and - keep the panel in its corner', () => {
  expect(grown(initialPlace, inCorner, 'larger')).toEqual({ size: 240 / 1280, x: 1, y: 1 });
  expect(afterKey(initialPlace, inCorner, '+')).toEqual(grown(initialPlace, inCorner, 'larger'));
  expect(afterKey(initialPlace, inCorner, '-')?.size).toBeLessThan(200 / 1280);
});

test('INCALL-02 INCALL-04 no sequence of actions moves the panel out of its area or makes it unusable', () => {
  const pixels = fc.integer({ min: -5000, max: 5000 });
  fc.assert(
    fc.property(pixels, pixels, fc.boolean(), (right, down, isRtl) => {
      const measures = { ...inMiddle, isRtl };
      const moved = movedBy(initialPlace, measures, right, down);
      const resized = resizedBy(initialPlace, measures, right, down);
      for (const part of [moved.x, moved.y, resized.x, resized.y]) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
      const width = resized.size * measures.unitWidth;
      expect(width).toBeGreaterThan(103);
      expect(width).toBeLessThan(801);
    }),
  );
});

test.each([
  undefined,
  '',
  'null',
  '{"size":0,"x":1,"y":1}',
  '{"size":0.2,"x":7,"y":1}',
  '{"size":1e999,"x":1,"y":1}',
  '[]',
])('the stored value %s gives the initial place: 15 %% in the corner (INCALL-03)', (remembered) => {
  expect(readPlace(remembered, shape)).toEqual(initialPlace);
});

test('DIALER-02 a panel sized in pixels keeps its proportions and its least size', () => {
  const dialer = { ...inMiddle, width: 250, height: 1000 / 3, unitWidth: 1, leastWidth: 250 };
  const place = { size: 250, x: 0.5, y: 0.5 };
  expect(resizedBy(place, dialer, 50, 0).size).toBe(300);
  expect(resizedBy(place, dialer, -200, -200).size).toBe(250);
  expect(grown(place, dialer, 'smaller').size).toBe(250);
  expect(resizedBy(place, dialer, 900, 900).size).toBe(450);
});
