import {
  ERROR_CODES,
  newPasswordRequestSchema,
  okAnswerSchema,
  PATHS,
  PROPERTY_KEYS,
  passwordProblem,
  resetRequestSchema,
} from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertyOf } from '../../../domain/accounts/account.ts';
import { PASSWORD_PURPOSES, RESET_LIFETIME_MS } from '../../../domain/accounts/link-rules.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { composePasswordChangedMail, composeResetMail } from '../../../mail/compose.ts';
import type { Repositories } from '../../../storage/repositories/repositories.ts';
import { okAnswer } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { markDevice } from './device-cookie.ts';
import { whenHashingIsFree } from './hashing.ts';
import { mailContextOf } from './mail-context.ts';
import type { MailLimits } from './mail-limits.ts';
import { requireMail } from './mail-limits.ts';
import { requireCaptcha } from './require-captcha.ts';
import { requireMailRoom } from './require-mail-room.ts';

type ResetRequest = z.infer<typeof resetRequestSchema>;
type NewPasswordRequest = z.infer<typeof newPasswordRequestSchema>;

const notFound = (): ApiError => new ApiError(404, ERROR_CODES.linkInvalid, 'Not Found');

/**
 * Whether the user may choose a new password: the operator has not disabled the account. A user who has asked for its
 * deletion needs the password to keep it (decision D96).
 */
const isInUse = async (
  { id, status }: Account,
  { deletions }: Pick<Repositories, 'deletions'>,
): Promise<boolean> => status !== 'disabled' || (await deletions.find(id)) !== undefined;

async function findPerson(
  { username, email }: ResetRequest,
  { repositories }: HttpContext,
): Promise<Account | undefined> {
  const { accounts } = repositories;
  const account =
    email === undefined ? await accounts.findByUsername(username ?? '') : await accounts.findByEmail(email);
  const canBeReached =
    account?.kind === 'person' &&
    (await isInUse(account, repositories)) &&
    propertyOf(account, PROPERTY_KEYS.email) !== '';
  return canBeReached ? account : undefined;
}

/** GET and POST user/requestResetPassword: sends a link by mail (API-14, RESET-05, RESET-07, A-015). */
export function addResetRequest(app: TypedInstance, context: HttpContext, limits: MailLimits): void {
  const { brand, repositories, createSecret, hashToken, now, mailer, audit } = context;

  async function ask(request: FastifyRequest, reply: FastifyReply, wish: ResetRequest) {
    if (!brand.resetPassword.enabled)
      throw new ApiError(400, ERROR_CODES.resetNotEnabled, 'Reset password not enabled');
    if (wish.username === undefined && wish.email === undefined) throw invalidValue('username');
    await requireCaptcha(request, context, wish.captcha);
    await requireMailRoom(context);
    const account = await findPerson(wish, context);
    if (account === undefined) throw new ApiError(400, ERROR_CODES.invalidValue, 'No such user');
    requireMail(await limits.reset(request, account.id), reply);
    const key = createSecret();
    await repositories.oneTimeKeys.add({
      keyHash: hashToken(key),
      accountId: account.id,
      purpose: 'reset',
      expiresAt: now() + RESET_LIFETIME_MS,
    });
    const reader = { ...account, language: wish.lang ?? account.language };
    const mail = composeResetMail(reader, key, mailContextOf(context));
    if (mail !== undefined) mailer.send(mail);
    audit({ event: 'password_reset_requested', account: account.username, address: request.ip });
    return okAnswer;
  }

  const response = { 200: okAnswerSchema };
  const config = atMost(HTTP_LIMITS.mailedLinks);
  app.get(
    PATHS.requestResetPassword,
    { config, schema: { querystring: resetRequestSchema, response } },
    (request, reply) => ask(request, reply, request.query),
  );
  app.post(
    PATHS.requestResetPassword,
    { config, schema: { body: resetRequestSchema, response } },
    (request, reply) => ask(request, reply, request.body),
  );
}

/**
 * GET and POST user/setNewPassword: sets a password by the key of a link (API-15, RESET-08, RESET-13, A-032).
 */
export function addNewPassword(app: TypedInstance, context: HttpContext, limits: MailLimits): void {
  const { brand, repositories, hashToken, now, accountService, mailer, audit } = context;

  async function findOwner(request: FastifyRequest, { key, uid }: NewPasswordRequest): Promise<Account> {
    const found = await repositories.oneTimeKeys.find(hashToken(key));
    const isGood =
      found !== undefined &&
      PASSWORD_PURPOSES.includes(found.purpose) &&
      found.accountId === uid &&
      !found.isUsed &&
      found.expiresAt > now();
    const account = isGood ? await repositories.accounts.findById(found.accountId) : undefined;
    if (account === undefined || !(await isInUse(account, repositories))) {
      audit({ event: 'link_refused', address: request.ip, detail: 'reset' });
      throw notFound();
    }
    return account;
  }

  async function change(request: FastifyRequest, reply: FastifyReply, wish: NewPasswordRequest) {
    const account = await findOwner(request, wish);
    // Checked before the key is used up, so that the user may try another password.
    if (passwordProblem(wish.password, account.username, brand.registration) !== undefined)
      throw invalidValue('password');
    const store = () => accountService.resetPassword(account, wish.password, hashToken(wish.key));
    const isChanged = await whenHashingIsFree({ request, reply, asker: 'known' }, context, store);
    if (!isChanged) throw notFound();
    // The link has authenticated the user. The mark lets the user log in with this browser even while
    // strangers guess the password elsewhere.
    markDevice(request, reply, context, account.id);
    // The link came by mail, so it verifies the address like the link of the registration, which may have
    // expired.
    if (await accountService.confirmEmail(account))
      audit({ event: 'account_verified', account: account.username, address: request.ip });
    audit({ event: 'password_reset', account: account.username, address: request.ip });
    const mail = composePasswordChangedMail(account, mailContextOf(context));
    if (mail !== undefined && (await limits.mayNotify(account.id))) mailer.send(mail);
    return okAnswer;
  }

  const response = { 200: okAnswerSchema };
  const config = atMost(HTTP_LIMITS.mailedLinks);
  app.get(
    PATHS.setNewPassword,
    { config, schema: { querystring: newPasswordRequestSchema, response } },
    (request, reply) => change(request, reply, request.query),
  );
  app.post(
    PATHS.setNewPassword,
    { config, schema: { body: newPasswordRequestSchema, response } },
    (request, reply) => change(request, reply, request.body),
  );
}
