import { addressBytes, isIpv4Mapped } from './address-bytes.ts';

/** The key of every text that is not an address. */
const NO_ADDRESS = 'unknown';

/** An address in brackets, or an IPv4 address, and its port: the forms in which proxies report a port. */
const WITH_PORT = /^(?:\[([^[\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

/**
 * The key for limits per address: an IPv4 address, also of an IPv4-mapped IPv6 address, or the first 64 bits
 * of an IPv6 address, because one subscriber owns the whole /64 (RFC 6177 §2). A port, brackets and a zone do
 * not count. All texts that are not addresses share one key: with a key for each, a proxy that reports something
 * else would turn the limits off.
 */
export const subnetOf = (address: string): string => prefixOf(address, 64);

/** The same by the first 56 bits of an IPv6 address: a home connection may have all their /64 (RFC 6177 §2). */
export const siteOf = (address: string): string => prefixOf(address, 56);

function prefixOf(address: string, bits: 56 | 64): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(address) ?? [];
  const bytes = addressBytes(inBrackets ?? beforePort ?? address);
  if (bytes === undefined) return NO_ADDRESS;
  if (bytes.length === 4) return bytes.join('.');
  if (isIpv4Mapped(bytes)) return bytes.subarray(12).join('.');
  const prefix = bytes.slice(0, 8).fill(0, bits / 8);
  return `${hexGroups(prefix)}::/${bits}`;
}

const hexGroups = (bytes: Uint8Array): string =>
  Array.from({ length: bytes.length / 2 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  ).join(':');
