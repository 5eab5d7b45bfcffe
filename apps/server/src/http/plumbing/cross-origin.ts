import { API_BASE } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of other origins use the user API (CORS). Closed by default: without the header a browser keeps
 * the answer from the page.
 * @param origins such as `https://calls.example`, exactly as browsers send them
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(API_BASE)) return;
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return;
    await reply
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
        'Access-Control-Allow-Headers': 'content-type',
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send();
  });
}
