import { exportAnswerSchema, ownPasswordSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { createTickets } from '../../../crypto/tickets.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { OWN_DATA_LIMITS } from '../../../domain/limits/limits.ts';
import { exportOwnData } from '../../../own-data/export-own-data.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { notFound, tooManyAttemptsUntil } from '../../plumbing/answers/api-error.ts';
import type { FileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { RequireProof } from './proof.ts';

const ticketSchema = z.object({ ticket: z.string().check(z.maxLength(128)) });
const fileAnswer = { content: { 'application/json': { schema: z.unknown() } } } as const;

type Parts = { readonly requireProof: RequireProof; readonly sendFile: FileSender };

type Holder = { readonly accountId: string; readonly tokenHash: string };

/**
 * POST user/export: the password for a ticket; GET user/export: the ticket for a file with everything about the user
 * (decision D96). So the browser stores the file while it arrives, and no address contains a token that stays valid.
 */
export function addExport(app: TypedInstance, context: HttpContext, { requireProof, sendFile }: Parts): void {
  const { repositories, audit, attempts, now } = context;
  const tickets = createTickets<Holder>('export', context);

  /** The account, while it and the session that asked for the file are in use. */
  async function ownerOf({ tokenHash }: Holder): Promise<Account | undefined> {
    const session = await repositories.sessions.find(tokenHash);
    const account = session && (await repositories.accounts.findById(session.accountId));
    return account?.status === 'active' ? account : undefined;
  }

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
      const attempt = await attempts.attempt([
        { name: 'exports', limit: OWN_DATA_LIMITS.exports, key: account.id },
      ]);
      if (!attempt.isAllowed) throw tooManyAttemptsUntil(reply, attempt.waitMs);
      audit({ event: 'data_exported', account: account.username, address: request.ip });
      return { ticket: await tickets.issue({ accountId: account.id, tokenHash }) };
    },
  );

  app.get(
    PATHS.export,
    // A request for the headers alone would use up the ticket.
    { exposeHeadRoute: false, schema: { querystring: ticketSchema, response: { 200: fileAnswer } } },
    async (request, reply) => {
      const found = await tickets.redeem(request.query.ticket);
      const account = found && (await ownerOf(found.holder));
      if (found === undefined || account === undefined) throw notFound();
      const date = new Date(now()).toISOString().slice(0, 10);
      return sendFile(reply, {
        key: account.id,
        name: `my-data-${date}.json`,
        type: 'application/json',
        pieces: exportOwnData(account, context),
        mayGoOn: async () => (await ownerOf(found.holder)) !== undefined,
      });
    },
  );
}
