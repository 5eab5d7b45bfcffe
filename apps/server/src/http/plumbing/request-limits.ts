import fastifyRateLimit from '@fastify/rate-limit';
import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS } from '../../domain/limits.ts';
import type { Audit } from '../../domain/security-event.ts';
import { ApiError } from './api-error.ts';

/** A visitor of IPv6 owns a whole network of this length. */
const IPV6_NETWORK = 64;

/**
 * The limit of one route, for its `config`.
 * @param max requests a minute from one address
 */
export const atMost = (max: number) => ({ rateLimit: { max, timeWindow: HTTP_LIMITS.windowMs } });

/** Too many requests from one address are told 429 with Retry-After; add it before the routes. */
export async function limitRequests(app: FastifyInstance, audit: Audit): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: HTTP_LIMITS.requests,
    timeWindow: HTTP_LIMITS.windowMs,
    ipv6Subnet: IPV6_NETWORK,
    errorResponseBuilder: () => new ApiError(429, ERROR_CODES.invalidValue, 'Too many tries'),
    onExceeded: (request) =>
      audit({ event: 'tooManyRequests', address: request.ip, detail: request.routeOptions.url }),
  });
}
