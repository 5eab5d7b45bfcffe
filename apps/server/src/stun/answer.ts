import type { StunMessage } from './codec.ts';
import {
  BINDING,
  decodeStun,
  encodeErrorCode,
  encodeStun,
  encodeUnknownAttributes,
  encodeXorMappedAddress,
} from './codec.ts';

/** An honest binding request is far smaller; this is what fits one Ethernet frame. */
const MAX_REQUEST_BYTES = 1500;

/**
 * Attributes below 0x8000 that RFC 8489 §18.3 defines. None changes the answer of a server that asks for no password,
 * but they may come, for instance with a client that has credentials for a TURN server too.
 */
const KNOWN_ATTRIBUTES = new Set([
  0x0001, 0x0006, 0x0008, 0x0009, 0x000a, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e, 0x0020,
]);

/**
 * What a binding server answers to one datagram (RFC 8489 §6.3, §12); undefined = nothing. The answer carries no
 * SOFTWARE, which would help whoever looks for weak versions (RFC 8489 §16.1.2) and make it longer than the question.
 */
export function answerStun(
  datagram: Uint8Array,
  source: { readonly address: string; readonly port: number },
): Uint8Array | undefined {
  if (datagram.length > MAX_REQUEST_BYTES) return undefined;
  const request = decodeStun(datagram);
  if (request === undefined || request.class !== 'request' || request.method !== BINDING) return undefined;
  const unknown = request.attributes.map(({ type }) => type).filter(isUnknown);
  const attributes = [];
  if (unknown.length > 0) {
    attributes.push(
      encodeErrorCode(420, 'Unknown Attribute'),
      encodeUnknownAttributes([...new Set(unknown)]),
    );
  } else {
    const mapped = encodeXorMappedAddress(source, request.transactionId);
    if (mapped === undefined) return undefined;
    attributes.push(mapped);
  }
  const answer: StunMessage = { ...request, class: unknown.length > 0 ? 'error' : 'success', attributes };
  return encodeStun(answer);
}

/** Only those below 0x8000 must be understood (RFC 8489 §14). */
const isUnknown = (type: number): boolean => type < 0x8000 && !KNOWN_ATTRIBUTES.has(type);
