import { STUN_LIMITS } from '../domain/limits/limits.ts';
import type { StunMessage } from './codec.ts';
import {
  BINDING,
  decodeStun,
  encodeErrorCode,
  encodeStun,
  encodeUnknownAttributes,
  encodeXorMappedAddress,
} from './codec.ts';

/**
 * Attributes below 0x8000 that RFC 8489 §18.3 defines. None changes the answer of a server without
 * authentication, but clients may send them, for instance a client that also has TURN credentials.
 */
const KNOWN_ATTRIBUTES = new Set([
  0x0001, 0x0006, 0x0008, 0x0009, 0x000a, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e, 0x0020,
]);

/**
 * The answer of a binding server to one datagram (RFC 8489 §6.3, §12); undefined = no answer. The answer is
 * as short as possible, because the source may be forged (RFC 8489 §16.1.5): no SOFTWARE, no reason phrase,
 * and FINGERPRINT only in answer to FINGERPRINT. It is at most 12 bytes longer than the request over IPv4 and
 * 24 over IPv6, the size of XOR-MAPPED-ADDRESS; browsers send only the header, so a stricter rule would
 * refuse them.
 */
export function answerStun(
  datagram: Uint8Array,
  source: { readonly address: string; readonly port: number },
): Uint8Array | undefined {
  if (datagram.length > STUN_LIMITS.requestBytes) return undefined;
  const request = decodeStun(datagram);
  if (request === undefined || request.class !== 'request' || request.method !== BINDING) return undefined;
  const unknown = request.attributes.map(({ type }) => type).filter(isUnknown);
  const attributes = [];
  if (unknown.length > 0) {
    attributes.push(encodeErrorCode(420), encodeUnknownAttributes([...new Set(unknown)]));
  } else {
    const mapped = encodeXorMappedAddress(source, request.transactionId);
    if (mapped === undefined) return undefined;
    attributes.push(mapped);
  }
  const answer: StunMessage = { ...request, class: unknown.length > 0 ? 'error' : 'success', attributes };
  return encodeStun(answer);
}

/** Whether an attribute must be understood but is not: types below 0x8000 are required (RFC 8489 §14). */
const isUnknown = (type: number): boolean => type < 0x8000 && !KNOWN_ATTRIBUTES.has(type);
