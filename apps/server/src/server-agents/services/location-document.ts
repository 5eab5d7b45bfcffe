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

const civicPattern = /<(?:[\w-]{1,20}:)?civicAddress[\s>]/;
/** The longest address that is read. */
const LONGEST = 4000;
const partPattern = /<(?:[\w-]{1,20}:)?(\w{1,12})>([^<]{1,2000})</g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The elements of RFC 5139 in the order in which an address is read. */
const ORDER = ['RD', 'HNO', 'HNS', 'LOC', 'PC', 'A3', 'country'];

/** The civic address in a PIDF-LO document (RFC 5139) in one line; undefined when it contains none. */
export function readAddress(document: string): string | undefined {
  const start = document.search(civicPattern);
  if (start < 0) return undefined;
  const inside = document.slice(start, start + LONGEST);
  const parts = [...inside.matchAll(partPattern)].map(([, name = '', text = '']) => ({ name, text }));
  const line = ORDER.flatMap((wanted) => parts.filter(({ name }) => name === wanted))
    .map(({ text }) =>
      text.replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name] ?? ''),
    )
    .join(' ');
  return line === '' ? undefined : line;
}
