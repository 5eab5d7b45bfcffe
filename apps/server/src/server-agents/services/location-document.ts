/** A geolocation that a caller reports. */
export type ReportedPlace = {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Radius, if the location is a circle. */
  readonly accuracyMetres: number | undefined;
};

const positionPattern =
  /<(?:[\w-]{1,20}:)?pos(?:\s[^<>]{0,200})?>\s{0,20}(-?\d{1,3}(?:\.\d{1,15})?)\s{1,20}(-?\d{1,3}(?:\.\d{1,15})?)[\s\d.-]{0,40}</;
const radiusPattern = /<(?:[\w-]{1,20}:)?radius(?:\s[^<>]{0,200})?>\s{0,20}(\d{1,9}(?:\.\d{1,15})?)\s{0,20}</;

/** The point or circle in a PIDF-LO document (RFC 5491 §5.2); undefined when it contains none. */
export function readPlace(document: string): ReportedPlace | undefined {
  const [, latitude, longitude] = positionPattern.exec(document) ?? [];
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
    return undefined;
  const radius = radiusPattern.exec(document)?.[1];
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    accuracyMetres: radius === undefined ? undefined : Number(radius),
  };
}
