import { addressBytes } from './address-bytes.ts';

/**
 * The key for limits per address: an IPv4 address unchanged, or the first 64 bits of an IPv6 address, because
 * one subscriber owns the whole /64 (RFC 6177 §2). A text that is not an address is its own key.
 */
export function subnetOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const bytes = addressBytes(plain);
  return bytes === undefined || bytes.length === 4 ? plain : `${hexGroups(bytes.subarray(0, 8))}::/64`;
}

const hexGroups = (bytes: Uint8Array): string =>
  Array.from({ length: bytes.length / 2 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  ).join(':');
