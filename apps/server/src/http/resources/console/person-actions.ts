import {
  ERROR_CODES,
  okAnswerSchema,
  PATHS,
  PROPERTY_KEYS,
  passwordLinkAnswerSchema,
  passwordLinkSchema,
  personAddedSchema,
  personRoleSchema,
  personStatusSchema,
  personToAddSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import { addPerson } from '../../../accounts/add-person.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertyOf } from '../../../domain/accounts/account.ts';
import { RESET_LIFETIME_MS } from '../../../domain/accounts/link-rules.ts';
import { organisationOf } from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import type { SecurityEvent } from '../../../domain/security-event.ts';
import { composeApprovalMail, composeResetMail, passwordLink } from '../../../mail/compose.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { whenHashingIsFree } from '../account/hashing.ts';
import { mailContextOf } from '../account/mail-context.ts';
import { type MailLimits, requireMail } from '../account/mail-limits.ts';
import { requireMailRoom } from '../account/require-mail-room.ts';
import { notifyOfSecondFactor } from '../second-factor/notify.ts';
import type { ConsoleGuard } from './guard.ts';
import { personParamsSchema } from './people.ts';

type Parts = { readonly guard: ConsoleGuard; readonly limits: MailLimits };

const notPossible = (why: string): ApiError => new ApiError(409, ERROR_CODES.notPossible, why);

/** The changes of one person. Each needs the password, and is in the audit with the user who has made it. */
export function addPersonActions(app: TypedInstance, context: HttpContext, { guard, limits }: Parts): void {
  const { repositories, accountService, mailer, audit, createSecret, hashToken, now } = context;
  /** So a change sees the roles that the change before has left. */
  const oneAtATime = <T>(task: () => Promise<T>): Promise<T> => context.turns.inTurn('console', task);
  const config = atMost(CONSOLE_LIMITS.requests);
  const path = `${PATHS.consolePeople}/:id` as const;
  const ofPerson = { querystring: sessionQuerySchema, params: personParamsSchema };
  const response = { 200: okAnswerSchema };

  const noteOf =
    (account: Account, by: Account, { ip: address }: FastifyRequest) =>
    (event: SecurityEvent['event'], detail?: string): void =>
      audit({ event, account: account.username, by: by.username, address, detail });

  /**
   * A new link to choose a password, good for a day; earlier ones end.
   * @param mayHave answers an error if the actor may not have it: the operator's tool may just have given a role
   */
  async function createPasswordKey(accountId: string, mayHave: () => Promise<unknown>): Promise<string> {
    const key = createSecret();
    await repositories.oneTimeKeys.add({
      keyHash: hashToken(key),
      accountId,
      purpose: 'passwordLink',
      expiresAt: now() + RESET_LIFETIME_MS,
    });
    try {
      await mayHave();
    } catch (error) {
      await repositories.oneTimeKeys.removeAll(accountId, 'passwordLink');
      throw error;
    }
    return key;
  }

  app.post(
    PATHS.consolePeople,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: personToAddSchema,
        response: { 200: personAddedSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const { organisation, ...fields } = request.body;
      const limit = organisationOf(actor);
      if (limit !== undefined && organisation !== undefined && organisation !== limit)
        return guard.refuse(request, actor, `organisation ${organisation}`);
      const values = {
        ...fields,
        organisation: organisation === undefined ? undefined : String(organisation),
      };
      const add = async () => {
        // The role may have been taken while the request waited.
        await guard.requireConfirmed(request, 'changePeople');
        return addPerson(context, values, { by: actor.username, address: request.ip, organisationId: limit });
      };
      const result = await whenHashingIsFree({ request, reply, asker: 'known' }, context, add);
      if (!result.ok) {
        if (result.errorCode === ERROR_CODES.invalidValue) throw invalidValue(result.field);
        throw new ApiError(409, result.errorCode, result.problem);
      }
      const { account } = result;
      const key = await oneAtATime(() =>
        createPasswordKey(account.id, () => guard.findChangeable(request, actor, account.id)),
      );
      return { id: account.id, link: passwordLink(account, key, mailContextOf(context)) };
    },
  );

  app.post(
    `${path}/status`,
    { config, schema: { ...ofPerson, body: personStatusSchema, response } },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changePeople');
        const account = await guard.findChangeable(request, actor, request.params.id);
        const { status } = request.body;
        const hadDeletion = (await repositories.deletions.find(account.id)) !== undefined;
        if (account.status === status && !hadDeletion) return okAnswer;
        await accountService.changeStatus(account, status);
        noteOf(account, actor, request)('account_status_changed', status);
        if (hadDeletion) noteOf(account, actor, request)('deletion_cancelled');
        if (account.status === 'awaitingApproval' && status === 'active') {
          const mail = composeApprovalMail(account, mailContextOf(context));
          if (mail !== undefined && (await limits.mayNotify(account.id))) mailer.send(mail);
        }
        return okAnswer;
      }),
  );

  app.post(`${path}/logOut`, { config, schema: { ...ofPerson, response } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const account = await guard.findChangeable(request, actor, request.params.id);
      await accountService.endSessions(account);
      noteOf(account, actor, request)('logged_out_everywhere');
      return okAnswer;
    }),
  );

  app.post(
    `${path}/passwordLink`,
    {
      config,
      schema: { ...ofPerson, body: passwordLinkSchema, response: { 200: passwordLinkAnswerSchema } },
    },
    (request, reply) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changePeople');
        const account = await guard.findChangeable(request, actor, request.params.id);
        if (account.status === 'disabled') throw notPossible('The account is disabled');
        const { isMailed } = request.body;
        if (isMailed) {
          if (propertyOf(account, PROPERTY_KEYS.email) === '')
            throw notPossible('There is no e-mail address');
          await requireMailRoom(context);
          requireMail(await limits.passwordLink(account.id), reply);
        }
        const key = await createPasswordKey(account.id, () =>
          guard.findChangeable(request, actor, account.id),
        );
        noteOf(account, actor, request)('password_link_made', isMailed ? 'mail' : 'link');
        if (!isMailed) return { link: passwordLink(account, key, mailContextOf(context)) };
        const mail = composeResetMail(account, key, mailContextOf(context));
        if (mail !== undefined) mailer.send(mail);
        return {};
      }),
  );

  app.post(`${path}/role`, { config, schema: { ...ofPerson, body: personRoleSchema, response } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'giveRoles');
      const account = await guard.findChangeable(request, actor, request.params.id);
      const { role } = request.body;
      await repositories.accounts.changeRole(account.id, role === 'none' ? undefined : role);
      noteOf(account, actor, request)('role_changed', role);
      return okAnswer;
    }),
  );

  app.delete(`${path}/secondFactor`, { config, schema: { ...ofPerson, response } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const account = await guard.findChangeable(request, actor, request.params.id);
      if (!(await repositories.secondFactors.remove(account.id, 'all')))
        throw notPossible('There is no second factor');
      noteOf(account, actor, request)('second_factor_removed', 'all');
      await notifyOfSecondFactor(context, limits, account, 'secondFactorOffByOperator');
      return okAnswer;
    }),
  );

  app.delete(path, { config, schema: { ...ofPerson, response } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'changePeople');
      const account = await guard.findChangeable(request, actor, request.params.id);
      await accountService.remove(account);
      noteOf(account, actor, request)('account_removed');
      return okAnswer;
    }),
  );
}
