import { ERROR_CODES } from '@samtal/api-contract';
import type { FastifyReply } from 'fastify';
import { HTTP_LIMITS, OWN_DATA_LIMITS } from '../../domain/limits/limits.ts';
import { createAnswerQueue } from './answer-queue.ts';
import { ApiError } from './api-error.ts';
import { patientStream } from './patient-stream.ts';

type File = {
  /** Each key may have one file at a time. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Made piece by piece, while the browser stores the file. */
  readonly pieces: AsyncIterable<string>;
};

/** Creates a function that sends files of any length; a few at a time, others wait or get 503. */
export function createFileSender() {
  const { running, stallMs, exportMs } = OWN_DATA_LIMITS;
  const queue = createAnswerQueue(running);
  return async (reply: FastifyReply, { key, name, type, pieces }: File): Promise<FastifyReply> => {
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    reply.raw.once('close', leave);
    const entered = await queue.enter(key, gone.signal);
    reply.raw.off('close', leave);
    if (typeof entered === 'string') {
      reply.header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
      throw new ApiError(503, ERROR_CODES.internal, 'Too many requests at a time');
    }
    const stream = patientStream(pieces, { stallMs, mostMs: exportMs });
    stream.once('close', entered);
    return reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(stream);
  };
}

export type FileSender = ReturnType<typeof createFileSender>;
