import type { Position } from '../ports.ts';

export type PidfLo = {
  /** `user@domain` of the user. */
  readonly address: string;
  /** UUID of the device (RFC 4479 §3.3). */
  readonly deviceId: string;
  readonly position: Position;
};

const RETENTION_MS = 24 * 60 * 60 * 1000;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML 1.0 and drops characters that XML 1.0 forbids. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A time in the form of RFC 3339, in UTC and whole seconds. */
const timestamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** `value` with at most `digits` decimals, always with a decimal point and never with an exponent. */
const decimal = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/**
 * The position in GML, latitude first (RFC 5491 §5.2): a circle of 95 % confidence (RFC 7459), or a point if
 * the accuracy is not known.
 */
function shapeOf({ latitude, longitude, accuracyMetres }: Position): string {
  const crs = 'srsName="urn:ogc:def:crs:EPSG::4326"';
  const pos = `<gml:pos>${decimal(latitude, 6)} ${decimal(longitude, 6)}</gml:pos>`;
  if (!(accuracyMetres > 0 && accuracyMetres < Number.POSITIVE_INFINITY))
    return `<gml:Point ${crs}>${pos}</gml:Point>`;
  const radius = decimal(Math.max(0.01, accuracyMetres), 2);
  return (
    `<gs:Circle ${crs}>${pos}<gs:radius uom="urn:ogc:def:uom:EPSG::9001">${radius}</gs:radius></gs:Circle>` +
    '<con:confidence pdf="unknown">95</con:confidence>'
  );
}

/**
 * The location document of an emergency call: PIDF-LO (RFC 4119, RFC 5491; GEO-03, A-069). It names no
 * method, because browsers do not say how they measured.
 */
export function pidfLoOf({ address, deviceId, position }: PidfLo): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model"',
    ' xmlns:gp="urn:ietf:params:xml:ns:pidf:geopriv10"',
    ' xmlns:gbp="urn:ietf:params:xml:ns:pidf:geopriv10:basicPolicy"',
    ' xmlns:gml="http://www.opengis.net/gml" xmlns:gs="http://www.opengis.net/pidflo/1.0"',
    ` xmlns:con="urn:ietf:params:xml:ns:geopriv:conf" entity="${escapeXml(`sip:${address}`)}">`,
    '<dm:device id="device"><gp:geopriv>',
    `<gp:location-info>${shapeOf(position)}</gp:location-info>`,
    '<gp:usage-rules><gbp:retransmission-allowed>true</gbp:retransmission-allowed>',
    `<gbp:retention-expiry>${timestamp(position.at + RETENTION_MS)}</gbp:retention-expiry></gp:usage-rules>`,
    `</gp:geopriv><dm:deviceID>urn:uuid:${escapeXml(deviceId)}</dm:deviceID>`,
    `<dm:timestamp>${timestamp(position.at)}</dm:timestamp></dm:device></presence>`,
  ].join('');
}
