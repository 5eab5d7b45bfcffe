import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply } from 'fastify';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import type { AnswerQueue } from '../../plumbing/answer-queue.ts';
import { ApiError } from '../../plumbing/api-error.ts';

type Visit = { readonly reply: FastifyReply; readonly key: string };

/** Runs a long search when it is its turn; answers 503 with Retry-After if there are too many of them. */
export async function whileLooking<T>(
  queue: AnswerQueue,
  { reply, key }: Visit,
  look: () => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  reply.raw.once('close', leave);
  const entered = await queue.enter(key, gone.signal);
  reply.raw.off('close', leave);
  if (typeof entered === 'string') {
    reply.header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
    throw new ApiError(503, ERROR_CODES.internal, 'Too many requests at a time');
  }
  try {
    return await look();
  } finally {
    entered();
  }
}
