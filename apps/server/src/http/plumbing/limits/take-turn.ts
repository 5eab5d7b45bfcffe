import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply } from 'fastify';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { ApiError } from '../answers/api-error.ts';
import type { AnswerQueue } from './answer-queue.ts';

/**
 * Waits until an answer may be made, or its client leaves. Throws 503 with Retry-After if too many wait.
 * @param statusOfKey the status instead of 503 if too many of the same key wait
 * @returns a function that ends the turn
 */
export async function takeTurn(
  queue: AnswerQueue,
  reply: FastifyReply,
  key: string,
  statusOfKey: 429 | 503 = 503,
): Promise<() => void> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  reply.raw.once('close', leave);
  const entered = await queue.enter(key, gone.signal);
  reply.raw.off('close', leave);
  if (typeof entered !== 'string') return entered;
  reply.header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
  const status = entered === 'tooMany' ? 503 : statusOfKey;
  throw new ApiError(status, ERROR_CODES.internal, 'Too many requests at a time');
}
