/** An encrypted push, as it is sent to a push service (RFC 8030 §5). */
export type PushRequest = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Sends a push. @returns the status of the answer; rejects when none comes in time */
export type PostPush = (request: PushRequest) => Promise<number>;

/**
 * Creates the function that sends pushes. It follows no redirect, which could lead to another host, and reads
 * nothing of an answer but its status.
 */
export const createPostPush =
  (answerMs: number): PostPush =>
  async ({ endpoint, headers, body }) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.body?.cancel();
    return answer.status;
  };
