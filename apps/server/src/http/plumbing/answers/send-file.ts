import type { FastifyReply } from 'fastify';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { createAnswerQueue } from '../limits/answer-queue.ts';
import { takeTurn } from '../limits/take-turn.ts';
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
    const entered = await takeTurn(queue, reply, key);
    const stream = patientStream(pieces, { stallMs, mostMs: exportMs });
    stream.once('close', entered);
    return reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(stream);
  };
}

export type FileSender = ReturnType<typeof createFileSender>;
