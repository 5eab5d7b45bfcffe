import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { movedBy, noZoom, transformOf, type Zoom, zoomAfterKey, zoomedBy, zoomedIn } from './zoom.ts';

const double: Zoom = { scale: 2, x: 0, y: 0 };

test.each<readonly [Zoom, string, Zoom | undefined]>([
  [noZoom, '+', { scale: 1.25, x: 0, y: 0 }],
  [noZoom, '=', { scale: 1.25, x: 0, y: 0 }],
  [noZoom, '-', noZoom],
  [noZoom, 'ArrowLeft', undefined],
  [noZoom, 'a', undefined],
  [double, '-', { scale: 1.6, x: 0, y: 0 }],
  [double, '0', noZoom],
  [double, 'ArrowLeft', { scale: 2, x: 0.1, y: 0 }],
  [double, 'ArrowDown', { scale: 2, x: 0, y: -0.1 }],
  [{ scale: 2, x: 0.5, y: 0 }, 'ArrowLeft', { scale: 2, x: 0.5, y: 0 }],
  [{ scale: 4, x: 0, y: 0 }, '+', { scale: 4, x: 0, y: 0 }],
])('D17 %j and the key %s give %j', (zoom, key, expected) => {
  expect(zoomAfterKey(zoom, key)).toEqual(expected);
});

test('the whole video needs no transform', () => {
  expect([transformOf(noZoom), transformOf(double)]).toEqual([undefined, 'translate(0%, 0%) scale(2)']);
});

test('after any keys, wheels and pinches the video fills its frame, and a pinched point stays where it is', () => {
  const random = createSeededRandom(3);
  let zoom = noZoom;
  for (let turn = 0; turn < 5000; turn++) {
    const at = { x: random() - 0.5, y: random() - 0.5 };
    const next =
      random() < 0.5
        ? zoomedBy(zoom, 0.5 + random() * 1.5, at)
        : movedBy(zoom, random() - 0.5, random() - 0.5);
    const most = (next.scale - 1) / 2 + 1e-9;
    expect(next.scale).toBeGreaterThanOrEqual(1);
    expect(next.scale).toBeLessThanOrEqual(4);
    expect(Math.max(Math.abs(next.x), Math.abs(next.y))).toBeLessThanOrEqual(most);
    zoom = next;
  }
  const at = { x: 0.3, y: -0.2 };
  const closer = zoomedBy(zoomedIn(noZoom), 2, at);
  const shownAt = ({ scale, x }: Zoom) => (at.x - x) / scale;
  expect(shownAt(closer)).toBeCloseTo(shownAt(zoomedIn(noZoom)), 9);
});
