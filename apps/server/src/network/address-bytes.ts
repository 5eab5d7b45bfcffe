import { isIPv4, isIPv6 } from 'node:net';

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const bytesOfIpv4 = (text: string): Uint8Array => Uint8Array.from(text.split('.'), Number);

/** Rewrites an IPv6 address that ends with an IPv4 address: the latter becomes two groups (RFC 4291 §2.2). */
function withoutDots(ipv6: string): string {
  const start = ipv6.lastIndexOf(':') + 1;
  const [a = 0, b = 0, c = 0, d = 0] = bytesOfIpv4(ipv6.slice(start));
  return `${ipv6.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** The 4 or 16 bytes of an IP address in network order, without a zone (`%eth0`); undefined for a name. */
export function addressBytes(address: string): Uint8Array | undefined {
  if (isIPv4(address)) return bytesOfIpv4(address);
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return undefined;
  const [left = '', right = ''] = (plain.includes('.') ? withoutDots(plain) : plain).split('::');
  const start = groupsOf(left);
  const end = groupsOf(right);
  const gap = Array.from({ length: 8 - start.length - end.length }, () => 0);
  return Uint8Array.from([...start, ...gap, ...end].flatMap((group) => [group >> 8, group & 0xff]));
}

/** Whether the bytes of an address are those of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
export const isIpv4Mapped = (bytes: Uint8Array): boolean =>
  bytes.length === 16 && bytes.subarray(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff));
