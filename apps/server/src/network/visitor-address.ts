import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const ownMachine = new BlockList();
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4');
ownMachine.addAddress('::1', 'ipv6');

/** A reverse proxy on this machine knows the visitor's address and protocol; nobody else is believed. */
export function isTrustedProxy(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && ownMachine.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Where a visitor is who asks for an upgrade, which never becomes a request of Fastify: what `request.ip` would be, the
 * nearest address in `X-Forwarded-For` that no trusted proxy has.
 */
export function visitorAddressOf({ socket, headers }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = forwarded.map((hop) => hop.trim()).filter((hop) => hop !== '');
  let address = socket.remoteAddress ?? 'unknown';
  while (isTrustedProxy(address)) {
    const next = hops.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}
