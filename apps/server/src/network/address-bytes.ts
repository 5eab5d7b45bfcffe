import { isIPv4, isIPv6 } from 'node:net';

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

/** The 4 or 16 bytes of an IP address in network order, without a zone (`%eth0`); undefined for a name. */
export function addressBytes(address: string): Uint8Array | undefined {
  if (isIPv4(address)) return Uint8Array.from(address.split('.'), Number);
  const [plain = ''] = address.split('%');
  // `::ffff:192.0.2.1` does not occur here: STUN sockets do not mix the families, `subnetOf` removes the
  // prefix.
  if (!isIPv6(plain) || plain.includes('.')) return undefined;
  const [left = '', right = ''] = plain.split('::');
  const [start, end] = [groupsOf(left), groupsOf(right)];
  const gap = Array.from({ length: 8 - start.length - end.length }, () => 0);
  return Uint8Array.from([...start, ...gap, ...end].flatMap((group) => [group >> 8, group & 0xff]));
}
