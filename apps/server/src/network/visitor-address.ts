import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from './loopback.ts';

/** A reverse proxy on this machine knows the visitor's address and protocol; nobody else is believed. */
export const isTrustedProxy = isLoopbackAddress;

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
