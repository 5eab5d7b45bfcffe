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
  /** Asked before each piece: whether the user may still have it. */
  readonly mayGoOn: () => Promise<boolean>;
};

/** The pieces as long as the user may have them. */
async function* permitted({ pieces, mayGoOn }: File): AsyncGenerator<string, void, undefined> {
  for await (const piece of pieces) {
    if (!(await mayGoOn())) throw new Error('a user may not have the file any more');
    yield piece;
  }
}

/** Creates a function that sends files of any length; a few at a time, others wait or get 503. */
export function createFileSender() {
  const { running, stallMs, exportMs, leastPace } = OWN_DATA_LIMITS;
  const queue = createAnswerQueue(running);
  return async (reply: FastifyReply, file: File): Promise<FastifyReply> => {
    const { key, name, type } = file;
    const entered = await takeTurn(queue, reply, key);
    const stream = patientStream(permitted(file), {
      stallMs,
      mostMs: exportMs,
      pace: { ...leastPace, isNeeded: queue.isFull },
    });
    stream.once('close', entered);
    return reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(stream);
  };
}

export type FileSender = ReturnType<typeof createFileSender>;
