import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidValue } from '../answers/api-error.ts';

/**
 * Matches `uri-host [ ":" port ]` without characters that have a meaning in headers or policies (RFC 9112
 * §3.2).
 */
const hostAndPort = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The host in `Host`; undefined if the field is missing or malformed. `X-Forwarded-Host` is not read: a
 * proxy that does not set it passes on the visitor's value.
 */
export function requestedHost({ headers }: FastifyRequest): string | undefined {
  const { host } = headers;
  return host !== undefined && hostAndPort.test(host) ? host : undefined;
}

/** Refuses a request with two Host fields: a proxy may have read another one than this server (RFC 9112 §3.2). */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    // Names and values take turns; `headers` has the first Host alone.
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1) throw invalidValue('Host');
  });
}
