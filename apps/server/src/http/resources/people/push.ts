import { PassThrough } from 'node:stream';
import type { ChangeEvent } from '@samtal/api-contract';
import { PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { sessionAge } from '../../../domain/accounts/session-rules.ts';
import { PUSH_LIMITS } from '../../../domain/limits/limits.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** GET events: server-sent events (WHATWG HTML §9.2), each a {@link ChangeEvent}, until the session ends. */
export function addPush(app: TypedInstance, context: HttpContext): void {
  const { changes, now, repositories } = context;
  const open = new Map<string, Set<PassThrough>>();

  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end();
  });

  const response = { 200: { content: { 'text/event-stream': { schema: z.unknown() } } } };
  app.get(PATHS.events, { schema: { querystring: sessionQuerySchema, response } }, async (request, reply) => {
    const { account, tokenHash } = await requireSession(request, context);
    const streams = open.get(account.id) ?? new Set();
    if (streams.size >= PUSH_LIMITS.streamsPerAccount)
      throw new ApiError(429, 429, 'Too many open event streams');
    const stream = new PassThrough();
    open.set(account.id, streams.add(stream));

    const write = (text: string): void => {
      if (stream.writableLength + stream.readableLength > PUSH_LIMITS.unreadBytes) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    };
    async function endWithSession(): Promise<void> {
      const session = await repositories.sessions.find(tokenHash);
      const owner = session && (await repositories.accounts.findById(session.accountId));
      const isOver = session === undefined || owner?.status !== 'active';
      const age = isOver ? 'expired' : sessionAge(session.lastUsedAt, now());
      if (age === 'expired') stream.end();
      // An open stream counts as use of the session, even when the user does nothing else.
      if (age === 'touchDue') await repositories.sessions.touch(tokenHash, now());
    }
    const lookAtSession = (): void => {
      endWithSession().catch((error: unknown) => {
        request.log.warn({ event: 'session_check_failed', err: error });
        stream.end();
      });
    };

    const unsubscribe = changes.subscribe(account.id, (change) => {
      if (change === 'sessions') return lookAtSession();
      const event: ChangeEvent = { kind: change };
      write(`data: ${JSON.stringify(event)}\n\n`);
    });
    const heartbeat = setInterval(() => {
      write(':\n\n');
      lookAtSession();
    }, PUSH_LIMITS.heartbeatMs);
    stream.once('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(stream);
      if (streams.size === 0 && open.get(account.id) === streams) open.delete(account.id);
    });
    write('retry: 2000\n\n');
    // Some proxies buffer answers unless told otherwise.
    return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
  });
}
