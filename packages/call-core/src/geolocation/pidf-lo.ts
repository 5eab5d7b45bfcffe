import type { Position } from '../ports.ts';
import type { CivicAddress } from '../state/geolocation-state.ts';
import type { LocationCode, PidfLo } from './location-code.ts';

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

/** One element of RFC 5139; nothing for an empty value. */
const part = (name: string, value: string): string =>
  value.trim() === '' ? '' : `<ca:${name}>${escapeXml(value.trim())}</ca:${name}>`;

/** The address in the order of the schema of RFC 5139 §5; a letter after the house number is its suffix. */
function civicOf([street, houseNumber, postalCode, city, country, extra]: CivicAddress): string {
  const [, digits = houseNumber, suffix = ''] = /^\s*(\d+)(.*)$/s.exec(houseNumber) ?? [];
  return `<ca:civicAddress xmlns:ca="urn:ietf:params:xml:ns:pidf:geopriv10:civicAddr">${[
    part('country', country),
    part('A3', city),
    part('RD', street),
    part('HNO', digits),
    part('HNS', suffix),
    part('LOC', extra),
    part('PC', postalCode),
  ].join('')}</ca:civicAddress>`;
}

/** The location with the default of RFC 4119 §2.2.2, except that those who help may pass it on. */
const geopriv = (location: string, at: number, method = ''): string =>
  `<gp:geopriv><gp:location-info>${location}</gp:location-info>` +
  '<gp:usage-rules><gbp:retransmission-allowed>true</gbp:retransmission-allowed>' +
  `<gbp:retention-expiry>${timestamp(at + RETENTION_MS)}</gbp:retention-expiry></gp:usage-rules>` +
  `${method}</gp:geopriv>`;

/**
 * The location document of an emergency call: PIDF-LO (RFC 4119, RFC 5491; GEO-03, A-069). What was measured is that
 * of the device, and names no method, because browsers do not say how they measured. The address that was typed is in
 * a tuple of its own, because it may be another place (RFC 5491 §3.4 rule 3); rule 8 puts the device before it.
 */
export function pidfLoOf({ address, deviceId, position, civic, now }: PidfLo): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model"',
    ' xmlns:gp="urn:ietf:params:xml:ns:pidf:geopriv10"',
    ' xmlns:gbp="urn:ietf:params:xml:ns:pidf:geopriv10:basicPolicy"',
    ' xmlns:gml="http://www.opengis.net/gml" xmlns:gs="http://www.opengis.net/pidflo/1.0"',
    ` xmlns:con="urn:ietf:params:xml:ns:geopriv:conf" entity="${escapeXml(`sip:${address}`)}">`,
    civic &&
      `<tuple id="address"><status>${geopriv(civicOf(civic), now, '<gp:method>Manual</gp:method>')}</status></tuple>`,
    position &&
      `<dm:device id="device">${geopriv(shapeOf(position), position.at)}` +
        `<dm:deviceID>urn:uuid:${escapeXml(deviceId)}</dm:deviceID>` +
        `<dm:timestamp>${timestamp(position.at)}</dm:timestamp></dm:device>`,
    '</presence>',
  ].join('');
}

/** What the calling core needs to write locations; it is loaded for users whose calls may carry one. */
export const locationCode: LocationCode = { pidfLoOf };
