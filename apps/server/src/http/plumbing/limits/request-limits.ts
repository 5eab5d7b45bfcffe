import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import type { Meter } from '../../../domain/meter.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import { tooManyAttempts } from '../answers/api-error.ts';
import type { HttpContext } from '../http-context.ts';
import { requestCounterOn } from './request-counter.ts';

/**
 * The rate limit of one route, for its `config`.
 * @param max requests per minute from one address
 */
export const atMost = (max: number) => ({ rateLimit: { max, timeWindow: HTTP_LIMITS.windowMs } });

/** Answers too many requests from one address with 429 and Retry-After; call it before adding routes. */
export async function limitRequests(
  app: FastifyInstance,
  {
    audit,
    elapsedMs,
    meter,
  }: Pick<HttpContext, 'audit' | 'elapsedMs'> & { readonly meter: Pick<Meter, 'refused'> },
): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: HTTP_LIMITS.requests,
    timeWindow: HTTP_LIMITS.windowMs,
    store: requestCounterOn(elapsedMs),
    keyGenerator: ({ ip }) => subnetOf(ip),
    errorResponseBuilder() {
      meter.refused('http_requests');
      return tooManyAttempts();
    },
    onExceeded: (request) =>
      audit({ event: 'too_many_requests', address: request.ip, detail: request.routeOptions.url }),
  });
}
