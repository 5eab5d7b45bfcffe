import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/**
 * The client address of an upgrade request, by the function that computes Fastify's `request.ip` (Fastify
 * does not see upgrades): the nearest address in `X-Forwarded-For` that is not a trusted proxy.
 */
export const visitorAddressOf = (request: IncomingMessage, isTrustedProxy: IsTrustedProxy): string =>
  request.socket.remoteAddress === undefined ? 'unknown' : proxyAddr(request, isTrustedProxy);
