import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';

/** The provider has sent more than is read. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

type Request = {
  readonly method?: string;
  readonly headers?: Headers | Record<string, string>;
  readonly body?: ArrayBuffer | ReadableStream | string | Uint8Array | URLSearchParams | null | undefined;
  readonly signal?: AbortSignal | undefined;
};

async function readAll(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    // Leaving the loop cancels the rest.
    if (length > most) throw new AnswerTooLongError(`more than ${most} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/**
 * `fetch` for a server that may be slow or hostile: the whole answer comes within a time, has a limited length, and
 * leads to no other address.
 */
export function boundedFetch({
  answerMs,
  answerBytes,
}: {
  readonly answerMs: number;
  readonly answerBytes: number;
} = PROVIDER_LIMITS) {
  return async (url: string, request: Request = {}): Promise<Response> => {
    const own = AbortSignal.timeout(answerMs);
    const signal = request.signal === undefined ? own : AbortSignal.any([own, request.signal]);
    const { body = null, ...rest } = request;
    const answer = await fetch(url, {
      ...rest,
      body: body as NonNullable<RequestInit['body']> | null,
      redirect: 'manual',
      signal,
    });
    const content = answer.body === null ? null : await readAll(answer.body, answerBytes);
    const headers = new Headers(answer.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    const isEmpty = [101, 204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : content, { status: answer.status, headers });
  };
}
