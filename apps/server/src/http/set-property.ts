import type { KeyValue } from '@samtal/api-contract';
import {
  ERROR_CODES,
  FIELDS,
  fieldOfProperty,
  fieldProblem,
  isFieldName,
  organisationRulesOf,
  PATHS,
  PROPERTY_KEYS,
  propertySavedAnswerSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { composePasswordChangedMail } from '../mail/compose.ts';
import { okAnswer, sessionQuerySchema } from './answers.ts';
import { ApiError, invalidValue } from './api-error.ts';
import type { HttpContext } from './http-context.ts';
import { mailContextOf } from './mail-context.ts';
import { atMost } from './request-limits.ts';
import type { SignedIn } from './session-guard.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

const changeSchema = z.extend(sessionQuerySchema, {
  key: z.string().check(z.maxLength(64)),
  value: z.string().check(z.maxLength(1024)),
});

/** What may be written, judged by the rules of the form (PROFILE-06, PROFILE-14). */
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

/** GET and POST user/setProperty: one property of the caller's own account (API-08, decision D22). */
export function addSetProperty(app: TypedInstance, context: HttpContext): void {
  async function change(request: FastifyRequest, { key, value }: KeyValue) {
    const signedIn = await requireSession(request, context);
    const clean = await checkedValue(signedIn, context, { key, value });
    const { account, tokenHash } = signedIn;
    if (key !== PROPERTY_KEYS.password) {
      const { accounts } = context.repositories;
      const owner = key === PROPERTY_KEYS.email ? await accounts.findByEmail(clean) : undefined;
      // Whoever never proved that an address is theirs does not keep it from others for ever.
      if (owner !== undefined) await accounts.removeAbandoned(context.now(), owner.id);
      const isFree = await accounts.setProperty(account.id, { key, value: clean });
      if (!isFree) throw new ApiError(409, ERROR_CODES.emailExists, 'E-mail exists');
      return okAnswer;
    }
    const sipPassword = await context.keeper.changePassword(account, clean, tokenHash);
    context.audit({ event: 'passwordChanged', account: account.username, address: request.ip });
    const mail = composePasswordChangedMail(account, mailContextOf(context));
    if (mail !== undefined) context.mailer.send(mail);
    return sipPassword === undefined ? okAnswer : { ...okAnswer, sipPassword };
  }
  const response = { 200: propertySavedAnswerSchema };
  const config = atMost(120);
  app.get(PATHS.setProperty, { config, schema: { querystring: changeSchema, response } }, (request) =>
    change(request, request.query),
  );
  app.post(
    PATHS.setProperty,
    { config, schema: { querystring: sessionQuerySchema, body: changeSchema, response } },
    (request) => change(request, request.body),
  );
}
