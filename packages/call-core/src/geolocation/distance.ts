import type { Position } from '../ports.ts';

/** Mean radius of the earth (IUGG). */
const EARTH_RADIUS_METRES = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Haversine of an angle. */
const hav = (angle: number): number => Math.sin(angle / 2) ** 2;

/** Great-circle distance in metres (haversine formula, GEO-05). */
export function distanceMetres(one: Position, two: Position): number {
  const from = radians(one.latitude);
  const to = radians(two.latitude);
  const h = hav(to - from) + Math.cos(from) * Math.cos(to) * hav(radians(two.longitude - one.longitude));
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, h)));
}
