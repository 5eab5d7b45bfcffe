/** Decodes and encodes STUN messages (RFC 8489 §5, §14). */
import { crc32 } from 'node:zlib';
import { addressBytes } from '../network/address-bytes.ts';

export const BINDING = 0x001;

const ATTRIBUTE = {
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  xorMappedAddress: 0x0020,
  fingerprint: 0x8028,
} as const;

const HEADER_LENGTH = 20;
const FINGERPRINT_LENGTH = 8;
const MAGIC_COOKIE = 0x2112a442;
const FINGERPRINT_XOR = 0x5354554e;

type StunClass = 'request' | 'indication' | 'success' | 'error';
const classes: readonly StunClass[] = ['request', 'indication', 'success', 'error'];

export type StunAttribute = { readonly type: number; readonly value: Uint8Array };

export type StunMessage = {
  readonly class: StunClass;
  readonly method: number;
  /** 12 bytes. */
  readonly transactionId: Uint8Array;
  /** In order, without FINGERPRINT. */
  readonly attributes: readonly StunAttribute[];
  /** Whether the message ends with FINGERPRINT. */
  readonly hasFingerprint: boolean;
};

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/**
 * Decodes a STUN message; undefined if the bytes are truncated or not STUN, or if FINGERPRINT is wrong or not
 * the last attribute (RFC 8489 §6.3, §14.7).
 */
export function decodeStun(bytes: Uint8Array): StunMessage | undefined {
  if (bytes.length < HEADER_LENGTH) return undefined;
  const view = viewOf(bytes);
  const type = view.getUint16(0);
  const isStun =
    type < 0x4000 &&
    view.getUint32(4) === MAGIC_COOKIE &&
    view.getUint16(2) === bytes.length - HEADER_LENGTH &&
    bytes.length % 4 === 0;
  const attributes = isStun ? decodeAttributes(bytes) : undefined;
  if (attributes === undefined) return undefined;
  const fingerprintAt = attributes.findIndex((attribute) => attribute.type === ATTRIBUTE.fingerprint);
  const hasFingerprint = fingerprintAt >= 0;
  if (hasFingerprint && (fingerprintAt !== attributes.length - 1 || !isFingerprintRight(bytes)))
    return undefined;
  return {
    // The two class bits are between the bits of the method (RFC 8489 figure 3).
    class: classes[((type >> 7) & 2) | ((type >> 4) & 1)] ?? 'request',
    method: (type & 0xf) | ((type >> 1) & 0x70) | ((type >> 2) & 0xf80),
    transactionId: bytes.slice(8, HEADER_LENGTH),
    attributes: hasFingerprint ? attributes.slice(0, -1) : attributes,
    hasFingerprint,
  };
}

function decodeAttributes(bytes: Uint8Array): StunAttribute[] | undefined {
  const view = viewOf(bytes);
  const attributes: StunAttribute[] = [];
  let at = HEADER_LENGTH;
  while (at < bytes.length) {
    // The total length is a multiple of four, so type and length are always present.
    const start = at + 4;
    const end = start + view.getUint16(at + 2);
    if (end > bytes.length) return undefined;
    attributes.push({ type: view.getUint16(at), value: bytes.slice(start, end) });
    at = start + padded(end - start);
  }
  return attributes;
}

const fingerprintOf = (bytesBefore: Uint8Array): number => (crc32(bytesBefore) ^ FINGERPRINT_XOR) >>> 0;

function isFingerprintRight(bytes: Uint8Array): boolean {
  const at = bytes.length - FINGERPRINT_LENGTH;
  const view = viewOf(bytes);
  return view.getUint16(at + 2) === 4 && view.getUint32(at + 4) === fingerprintOf(bytes.subarray(0, at));
}

export function encodeStun(message: StunMessage): Uint8Array {
  const { attributes, hasFingerprint } = message;
  const attributesLength = attributes.reduce((sum, { value }) => sum + 4 + padded(value.length), 0);
  const bytes = new Uint8Array(HEADER_LENGTH + attributesLength + (hasFingerprint ? FINGERPRINT_LENGTH : 0));
  const view = viewOf(bytes);
  view.setUint16(0, typeOf(message));
  view.setUint16(2, bytes.length - HEADER_LENGTH);
  view.setUint32(4, MAGIC_COOKIE);
  bytes.set(message.transactionId, 8);
  let at = HEADER_LENGTH;
  for (const { type, value } of attributes) {
    view.setUint16(at, type);
    view.setUint16(at + 2, value.length);
    bytes.set(value, at + 4);
    at += 4 + padded(value.length);
  }
  if (hasFingerprint) {
    view.setUint16(at, ATTRIBUTE.fingerprint);
    view.setUint16(at + 2, 4);
    // The length in the header already includes FINGERPRINT (RFC 8489 §14.7).
    view.setUint32(at + 4, fingerprintOf(bytes.subarray(0, at)));
  }
  return bytes;
}

function typeOf({ class: messageClass, method }: StunMessage): number {
  const bits = classes.indexOf(messageClass);
  return (
    (method & 0xf) | ((method & 0x70) << 1) | ((method & 0xf80) << 2) | ((bits & 1) << 4) | ((bits & 2) << 7)
  );
}

/** XOR-MAPPED-ADDRESS (RFC 8489 §14.2); undefined when `address` is not an IP address. */
export function encodeXorMappedAddress(
  { address, port }: { readonly address: string; readonly port: number },
  transactionId: Uint8Array,
): StunAttribute | undefined {
  const bytes = addressBytes(address);
  if (bytes === undefined) return undefined;
  const value = new Uint8Array(4 + bytes.length);
  const view = viewOf(value);
  view.setUint8(1, bytes.length === 4 ? 1 : 2);
  view.setUint16(2, port ^ (MAGIC_COOKIE >>> 16));
  const mask = new Uint8Array(16);
  viewOf(mask).setUint32(0, MAGIC_COOKIE);
  mask.set(transactionId, 4);
  for (const [index, byte] of bytes.entries()) value[4 + index] = byte ^ (mask[index] ?? 0);
  return { type: ATTRIBUTE.xorMappedAddress, value };
}

/** ERROR-CODE (RFC 8489 §14.8) with an empty reason phrase. */
export function encodeErrorCode(code: number): StunAttribute {
  return { type: ATTRIBUTE.errorCode, value: Uint8Array.from([0, 0, Math.floor(code / 100), code % 100]) };
}

/** UNKNOWN-ATTRIBUTES (RFC 8489 §14.9). */
export function encodeUnknownAttributes(types: readonly number[]): StunAttribute {
  return {
    type: ATTRIBUTE.unknownAttributes,
    value: Uint8Array.from(types.flatMap((type) => [type >> 8, type & 0xff])),
  };
}
