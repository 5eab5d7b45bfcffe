import {
  ERROR_CODES,
  PATHS,
  registrationAnswerSchema,
  registrationRequestSchema,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { registerAccount } from '../../../accounts/register-account.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { composeRegistrationMail } from '../../../mail/compose.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { findOrganisation } from './find-organisation.ts';
import { whenHashingIsFree } from './hashing.ts';
import { mailContextOf } from './mail-context.ts';
import type { MailLimits } from './mail-limits.ts';
import { requireMail } from './mail-limits.ts';
import { REGISTRATION_STATUS } from './registration-status.ts';
import { requireCaptcha } from './require-captcha.ts';
import { requireMailRoom } from './require-mail-room.ts';

const flag = z.optional(z.enum(['true', 'false']));
const querySchema = z.object({
  generatePassword: flag,
  sendRegistrationMail: flag,
  lang: z.optional(z.string().check(z.maxLength(35))),
  captcha: z.optional(z.string().check(z.maxLength(4096))),
});

const TAKEN_TEXTS: Readonly<Record<string, string>> = {
  username: 'Username exists',
  email1: 'E-mail exists',
  sipaddress: 'SIP address exists',
};

/** POST signUp/create (API-12): creates an account, or answers why not. */
export function addSignUp(app: TypedInstance, context: HttpContext, limits: MailLimits): void {
  const { brand, mailer, audit } = context;
  const { registration } = brand;
  app.post(
    PATHS.signUp,
    {
      config: atMost(HTTP_LIMITS.mailedLinks),
      schema: {
        querystring: querySchema,
        body: registrationRequestSchema,
        response: { 200: registrationAnswerSchema },
      },
    },
    async (request, reply) => {
      if (!registration.enabled)
        throw new ApiError(400, ERROR_CODES.registrationNotEnabled, 'Registration is not enabled');
      const { query, body } = request;
      await requireCaptcha(request, context, query.captcha);
      await requireMailRoom(context);
      const organisationId = findOrganisation(String(body.orgID), brand, 'orgID');
      const attempt = await limits.signUp(request, body.email1.trim());
      requireMail(attempt, reply);
      const register = () =>
        registerAccount(
          { ...context, rules: registration },
          {
            payload: body,
            organisationId,
            isPasswordGenerated: query.generatePassword === 'true',
            language: query.lang ?? '',
          },
        );
      const result = await whenHashingIsFree({ request, reply, asker: 'stranger' }, context, register).catch(
        async (error: unknown) => {
          await attempt.takeBack();
          throw error;
        },
      );
      if (!result.ok) {
        await attempt.takeBack();
        const { errorCode, key } = result;
        if (errorCode === ERROR_CODES.invalidValue) throw invalidValue(key);
        throw new ApiError(409, errorCode, TAKEN_TEXTS[key]);
      }
      const { account, password, verificationKey } = result;
      audit({ event: 'account_created', account: account.username, address: request.ip });
      // A mail with the link or password that the account needs is sent even if the client asks for no mail.
      const isMailNeeded = password !== undefined || verificationKey !== undefined;
      const mail = composeRegistrationMail(account, { password, verificationKey }, mailContextOf(context));
      if (mail !== undefined && (isMailNeeded || query.sendRegistrationMail !== 'false')) mailer.send(mail);
      return { userId: account.id, status: REGISTRATION_STATUS[account.status] };
    },
  );
}
