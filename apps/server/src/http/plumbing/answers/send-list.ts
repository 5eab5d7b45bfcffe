import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../domain/accounts/account.ts';
import { LIST_LIMITS } from '../../../domain/limits/limits.ts';
import { subnetOf } from '../../../network/subnet-of.ts';
import type { Pages } from '../../../storage/repositories/people-repositories.ts';
import type { AnswerQueue } from '../limits/answer-queue.ts';
import { takeTurn } from '../limits/take-turn.ts';
import { patientStream } from './patient-stream.ts';

type List = {
  readonly account: Account;
  readonly pages: Pages<unknown>;
  /** Text before and after the entries, such as `{"contactList":[` and `]}`. */
  readonly around: readonly [before: string, after: string];
};

/** The answer as pieces of JSON, one per page; each is made after the client has taken the previous one. */
async function* piecesOf(
  first: readonly unknown[],
  rest: AsyncIterator<readonly unknown[]>,
  [before, after]: List['around'],
): AsyncGenerator<string, void, undefined> {
  let separator = '';
  const write = (rows: readonly unknown[]): string => {
    if (rows.length === 0) return '';
    const piece = separator + rows.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
    return piece;
  };
  try {
    yield before + write(first);
    for (let page = await rest.next(); page.done !== true; page = await rest.next()) {
      const piece = write(page.value);
      if (piece !== '') yield piece;
    }
    yield after;
  } finally {
    await rest.return?.();
  }
}

const keyOf = ({ kind, id }: Account, request: FastifyRequest): string =>
  kind === 'anonymous' ? subnetOf(request.ip) : id;

/**
 * Sends a list of any length page by page, so that it neither fills memory nor delays other requests. A fault
 * before the first page is answered with an error; a later fault closes the connection.
 */
export function createListSender(queue: AnswerQueue) {
  return async (request: FastifyRequest, reply: FastifyReply, { account, pages, around }: List) => {
    const entered = await takeTurn(queue, reply, keyOf(account, request), 429);
    const iterator = pages[Symbol.asyncIterator]();
    try {
      const first = await iterator.next();
      const rows = first.done === true ? [] : first.value;
      const stream = patientStream(piecesOf(rows, iterator, around), {
        stallMs: LIST_LIMITS.answerStallMs,
        mostMs: LIST_LIMITS.answerMs,
      });
      stream.once('close', entered);
      return await reply.type('application/json; charset=utf-8').send(stream);
    } catch (error) {
      entered();
      throw error;
    }
  };
}

export type ListSender = ReturnType<typeof createListSender>;
