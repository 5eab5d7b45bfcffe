import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from './loopback.ts';

/** Only a reverse proxy on this machine is trusted to report the client's address and protocol. */
export const isTrustedProxy = isLoopbackAddress;

/**
 * The client address of an upgrade request, as `request.ip` would be (Fastify does not see upgrades): the
 * nearest address in `X-Forwarded-For` that is not a trusted proxy.
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
