import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '../../../domain/limits/work-queue.ts';
import { siteOf } from '../../../network/subnet-of.ts';
import { ApiError, tooManyAttempts } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

const RETRY_AFTER_SECONDS = 2;

type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Known = has a session, a link to a new password, or a browser in which the account has logged in before. */
  readonly asker: Asker;
};

/** Queues a task that computes a password hash, and runs it; answers 429 or 503 when too many tasks wait. */
export async function whenHashingIsFree<T>(
  { request, reply, asker }: Visit,
  { hashing, audit }: HttpContext,
  task: () => Promise<T>,
): Promise<T> {
  const result = await hashing.run(siteOf(request.ip), task, asker);
  if (result.isDone) return result.value;
  audit({ event: 'too_many_requests', address: request.ip, detail: request.routeOptions.url });
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  throw result.full === 'key'
    ? tooManyAttempts()
    : new ApiError(503, ERROR_CODES.internal, 'Service is unavailable');
}
