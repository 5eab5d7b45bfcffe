import type { KeyValue } from '@samtal/api-contract';
import {
  FIELDS,
  fieldOfProperty,
  fieldProblem,
  isFieldName,
  organisationRulesOf,
  PATHS,
  PROPERTY_KEYS,
  propertySavedAnswerSchema,
} from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { propertyOf } from '../../../domain/accounts/account.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { composePasswordChangedMail } from '../../../mail/compose.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { invalidValue, tokenRefused } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { SignedIn } from '../../plumbing/security/session-guard.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { hasPassword, type RequireProof } from '../own-data/proof.ts';
import { cancelEmailChange, changeEmail } from './change-email.ts';
import { whenHashingIsFree } from './hashing.ts';
import { mailContextOf } from './mail-context.ts';
import type { MailLimits } from './mail-limits.ts';

const changeSchema = z.extend(sessionQuerySchema, {
  key: z.string().check(z.maxLength(64)),
  value: z.string().check(z.maxLength(1024)),
  /** With a new password or e-mail address: the present password. Accounts with a role need it. */
  currentPassword: z.optional(z.string().check(z.maxLength(1024))),
});
type Change = KeyValue & { readonly currentPassword?: string | undefined };

/** The value to store, checked by the rules of the form (PROFILE-06, PROFILE-14). */
async function checkedValue(
  { account }: SignedIn,
  { brand, repositories }: HttpContext,
  { key, value }: KeyValue,
): Promise<string> {
  const field = fieldOfProperty(key);
  const { changeableFields } = organisationRulesOf(
    await repositories.organisations.list(account.organisationId),
  );
  const isChangeable = field !== undefined && isFieldName(field) && changeableFields.includes(field);
  const isFixed = field === 'username' || field === 'sipaddress' || field === 'organisation';
  if (account.kind !== 'person' || field === undefined || !isChangeable || isFixed) throw invalidValue(key);
  const { rule } = FIELDS[field];
  const clean = rule === 'password' ? value : value.trim();
  const problem = fieldProblem(rule, clean, brand.registration, {
    isRequired: rule === 'email' || rule === 'password',
    username: account.username,
  });
  if (problem !== undefined) throw invalidValue(key);
  return clean;
}

/**
 * Whether a session alone may not change the e-mail address, to which a reset sends a link for a new password: such a
 * password could confirm changes in the console (decision D98), would still work after a one-click link has ended (D112),
 * would be the first one of the account (D99), or there is no address that could be told of the change.
 */
const needsProofForEmail = ({ account, isOfLink }: SignedIn, { signIn }: HttpContext): boolean =>
  isOfLink ||
  account.role !== undefined ||
  (account.passwordHash === undefined && signIn?.provider.settings.hasPasswords !== false) ||
  propertyOf(account, PROPERTY_KEYS.email) === '';

/** GET and POST user/setProperty: one property of the caller's own account (API-08, decision D22). */
export function addSetProperty(
  app: TypedInstance,
  context: HttpContext,
  { limits, requireProof }: { readonly limits: MailLimits; readonly requireProof: RequireProof },
): void {
  async function changePassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, tokenHash, isOfLink }: SignedIn,
    {
      password,
      currentPassword,
    }: { readonly password: string; readonly currentPassword: string | undefined },
  ) {
    // A stolen session must not set a password that then confirms changes in the console (D98). A one-click link must not
    // set one either: that password would still work after the link has ended (D112).
    if (account.role !== undefined || isOfLink || currentPassword !== undefined)
      await requireProof(request, reply, currentPassword);
    else await context.shortLived.put('newPassword', account.id);
    const store = () => context.accountService.changePassword(account, password, tokenHash);
    const { isChanged, sipPassword } = await whenHashingIsFree(
      { request, reply, asker: 'known' },
      context,
      store,
    );
    if (!isChanged) throw tokenRefused(false);
    context.audit({ event: 'password_changed', account: account.username, address: request.ip });
    const mail = composePasswordChangedMail(account, mailContextOf(context));
    if (mail !== undefined && (await limits.mayNotify(account.id))) context.mailer.send(mail);
    return sipPassword === undefined ? okAnswer : { ...okAnswer, sipPassword };
  }

  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, value, currentPassword }: Change,
  ) {
    const signedIn = await requireSession(request, context);
    const { account } = signedIn;
    if (key === PROPERTY_KEYS.pendingEmail && value === '' && account.kind === 'person') {
      await cancelEmailChange(account, context);
      return okAnswer;
    }
    const clean = await checkedValue(signedIn, context, { key, value });
    if (key === PROPERTY_KEYS.password && !hasPassword(account, context)) throw invalidValue(key);
    if (key === PROPERTY_KEYS.password)
      return changePassword(request, reply, signedIn, { password: clean, currentPassword });
    if (key === PROPERTY_KEYS.email) {
      if (currentPassword !== undefined || needsProofForEmail(signedIn, context))
        await requireProof(request, reply, currentPassword);
      await changeEmail({ request, reply, account, email: clean }, context, limits);
    } else await context.repositories.accounts.setProperty(account.id, { key, value: clean });
    return okAnswer;
  }
  const response = { 200: propertySavedAnswerSchema };
  const config = atMost(HTTP_LIMITS.propertyChanges);
  app.get(PATHS.setProperty, { config, schema: { querystring: changeSchema, response } }, (request, reply) =>
    change(request, reply, request.query),
  );
  app.post(
    PATHS.setProperty,
    { config, schema: { querystring: sessionQuerySchema, body: changeSchema, response } },
    (request, reply) => change(request, reply, request.body),
  );
}
