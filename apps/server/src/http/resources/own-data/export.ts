import { ERROR_CODES, exportAnswerSchema, ownPasswordSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { createTickets } from '../../../crypto/tickets.ts';
import { HTTP_LIMITS, OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { attemptUnder, createThrottle } from '../../../domain/limits/throttle.ts';
import { exportOwnData } from '../../../own-data/export-own-data.ts';
import { createAnswerQueue } from '../../plumbing/answer-queue.ts';
import { sessionQuerySchema } from '../../plumbing/answers.ts';
import { ApiError, notFound } from '../../plumbing/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { patientStream } from '../../plumbing/patient-stream.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { type RequireProof, tooManyTries } from './proof.ts';

const ticketSchema = z.object({ ticket: z.string().check(z.maxLength(128)) });
const fileAnswer = { content: { 'application/json': { schema: z.unknown() } } } as const;

type Holder = { readonly accountId: string; readonly tokenHash: string };

/**
 * POST user/export: the password for a ticket; GET user/export: the ticket for a file with everything about the user
 * (decision D96). So the browser stores the file while it arrives, and no address contains a token that stays valid.
 */
export function addExport(app: TypedInstance, context: HttpContext, requireProof: RequireProof): void {
  const { repositories, audit, createSecret, elapsedMs, now } = context;
  const { exports, keys, running, stallMs, exportMs } = OWN_DATA_LIMITS;
  const tickets = createTickets<Holder>(createSecret, elapsedMs, OWN_DATA_LIMITS);
  const exported = createThrottle(elapsedMs, exports, keys);
  const queue = createAnswerQueue(running);

  app.post(
    PATHS.export,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: ownPasswordSchema,
        response: { 200: exportAnswerSchema },
      },
    },
    async (request, reply) => {
      const { account, tokenHash } = await requireProof(request, reply, request.body.password);
      const attempt = attemptUnder([[exported, account.id]]);
      if (!attempt.isAllowed) return tooManyTries(reply, attempt.waitMs);
      audit({ event: 'dataExported', account: account.username, address: request.ip });
      return { ticket: tickets.issue({ accountId: account.id, tokenHash }) };
    },
  );

  app.get(
    PATHS.export,
    // A request for the headers alone would use up the ticket.
    { exposeHeadRoute: false, schema: { querystring: ticketSchema, response: { 200: fileAnswer } } },
    async (request, reply) => {
      const holder = tickets.redeem(request.query.ticket);
      const session = holder && (await repositories.sessions.find(holder.tokenHash));
      const account = session && (await repositories.accounts.findById(session.accountId));
      if (account?.status !== 'active') throw notFound();
      const gone = new AbortController();
      const leave = (): void => gone.abort();
      reply.raw.once('close', leave);
      const entered = await queue.enter(account.id, gone.signal);
      reply.raw.off('close', leave);
      if (typeof entered === 'string') {
        reply.header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
        throw new ApiError(503, ERROR_CODES.internal, 'Too many requests at a time');
      }
      const stream = patientStream(exportOwnData(account, context), { stallMs, mostMs: exportMs });
      stream.once('close', entered);
      const date = new Date(now()).toISOString().slice(0, 10);
      return reply
        .header('Content-Disposition', `attachment; filename="my-data-${date}.json"`)
        .type('application/json; charset=utf-8')
        .send(stream);
    },
  );
}
