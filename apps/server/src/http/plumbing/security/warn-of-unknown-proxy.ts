import type { FastifyInstance } from 'fastify';
import type { IsTrustedProxy } from '../../../network/trusted-proxies.ts';

/**
 * Warns once when a peer outside `TRUSTED_PROXIES` sends `X-Forwarded-For`: most likely the peer is the
 * reverse proxy of this server, and all visitors share the limits of its address.
 */
export function warnOfUnknownProxy(app: FastifyInstance, isTrustedProxy: IsTrustedProxy): void {
  let isReported = false;
  app.addHook('onRequest', async ({ raw, log }) => {
    if (isReported || raw.headers['x-forwarded-for'] === undefined) return;
    const address = raw.socket.remoteAddress ?? '';
    if (isTrustedProxy(address)) return;
    isReported = true;
    log.warn({ event: 'unknown_proxy', address });
  });
}
