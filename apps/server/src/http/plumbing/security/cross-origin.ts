import fastifyCors from '@fastify/cors';
import { API_BASE } from '@samtal/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these other origins use the user API (CORS). Pages of any further origin cannot: without the
 * CORS header a browser does not give them the answer.
 * @param origins such as `https://calls.example`, exactly as browsers send them
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    delegator: async ({ url, headers: { origin = '' } }: FastifyRequest) => ({
      // With `false` no header is added, and a preflight request is answered as if there were no CORS.
      origin: url.startsWith(API_BASE) && origins.includes(origin) && origin,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['content-type'],
      exposedHeaders: ['Retry-After'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  });
}
