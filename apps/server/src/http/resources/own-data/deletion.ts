import { deletionAnswerSchema, ERROR_CODES, ownPasswordSchema, PATHS } from '@samtal/api-contract';
import { isLastOperator } from '../../../accounts/is-last-operator.ts';
import { dueAfter } from '../../../domain/accounts/account-deletion.ts';
import { composeDeletionMail } from '../../../mail/compose.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { mailContextOf } from '../account/mail-context.ts';
import type { MailLimits } from '../account/mail-limits.ts';
import type { RequireProof } from './proof.ts';

type Parts = {
  readonly requireProof: RequireProof;
  readonly limits: MailLimits;
};

/**
 * POST user/deletion: the user wants the account deleted, and is logged out everywhere; until the time in the answer a
 * login can keep it (decision D96).
 */
export function addDeletion(app: TypedInstance, context: HttpContext, { requireProof, limits }: Parts): void {
  const { repositories, accountService, accountDeletionDays, audit, mailer, now } = context;
  app.post(
    PATHS.deletion,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: ownPasswordSchema,
        response: { 200: deletionAnswerSchema },
      },
    },
    async (request, reply) => {
      const { account } = await requireProof(request, reply, request.body.password);
      const deletionAt = dueAfter(now(), accountDeletionDays);
      // With the changes of the console, so that no operator leaves while the last other one is disabled.
      await context.turns.inTurn('console', async () => {
        if (await isLastOperator(repositories.persons, account.id))
          throw new ApiError(409, ERROR_CODES.lastOperator, 'No operator would be left');
        // Disabled, or asked for in another tab, at this moment.
        if (!(await accountService.askDeletion(account, deletionAt)))
          throw new ApiError(409, ERROR_CODES.accountDisabled);
      });
      audit({ event: 'deletion_requested', account: account.username, address: request.ip });
      const mail = composeDeletionMail(account, deletionAt, mailContextOf(context));
      if (mail !== undefined && (await limits.mayNotify(account.id))) mailer.send(mail);
      return { deletionAt };
    },
  );
}
