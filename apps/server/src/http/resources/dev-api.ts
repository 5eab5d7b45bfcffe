import type { FastifyInstance } from 'fastify';
import { composeApprovalMail } from '../../mail/compose.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { ApiError } from '../plumbing/answers/api-error.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { isDirectLoopbackRequest } from '../plumbing/security/is-direct-loopback-request.ts';
import { mailContextOf } from './account/mail-context.ts';

const MOST_MAILS = 50;

const notFound = (): ApiError => new ApiError(404, 404, 'Not Found');

/**
 * `/dev/*`: outbox and approval for demo users, who have neither a mail server nor an administrator. Demo
 * mode only (decision D25), and only for programs on this machine, because reset links and approvals must not
 * be reachable from a network (decision D43).
 */
export function devApi(context: HttpContext, outbox: Outbox) {
  return (app: FastifyInstance): void => {
    const { repositories, accountService, mailer } = context;
    app.addHook('onRequest', async (request, reply) => {
      if (!isDirectLoopbackRequest(request.raw)) throw notFound();
      reply.header('Cache-Control', 'no-store');
    });
    app.get('/outbox', async () => {
      await mailer.settled();
      return outbox.list(MOST_MAILS);
    });
    app.post<{ Params: { username: string } }>('/approve/:username', async (request) => {
      const account = await repositories.accounts.findByUsername(request.params.username);
      if (account?.kind !== 'person') throw notFound();
      if (account.status !== 'awaitingApproval') return { status: 'OK', was: account.status };
      await accountService.changeStatus(account, 'active');
      const mail = composeApprovalMail(account, mailContextOf(context));
      if (mail !== undefined) mailer.send(mail);
      return { status: 'OK', was: account.status };
    });
  };
}
