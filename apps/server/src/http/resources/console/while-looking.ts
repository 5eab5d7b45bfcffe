import type { FastifyReply } from 'fastify';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { takeTurn } from '../../plumbing/limits/take-turn.ts';

type Visit = { readonly reply: FastifyReply; readonly key: string };

/** Runs a long search when it is its turn; answers 503 with Retry-After if there are too many of them. */
export async function whileLooking<T>(
  queue: AnswerQueue,
  { reply, key }: Visit,
  look: () => Promise<T>,
): Promise<T> {
  const entered = await takeTurn(queue, reply, key);
  try {
    return await look();
  } finally {
    entered();
  }
}
