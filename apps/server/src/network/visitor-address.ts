import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/**
 * The client address of an upgrade request: of the socket's address and those in `X-Forwarded-For`, the
 * nearest that is not a trusted proxy. Fastify does not see upgrades, so this calls the function behind its
 * `request.ip`.
 */
export const visitorAddressOf = (request: IncomingMessage, isTrustedProxy: IsTrustedProxy): string =>
  request.socket.remoteAddress === undefined ? 'unknown' : proxyAddr(request, isTrustedProxy);
