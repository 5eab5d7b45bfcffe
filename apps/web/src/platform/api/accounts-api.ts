import {
  captchaChallengeSchema,
  okAnswerSchema,
  organisationSettingsAnswerSchema,
  PATHS,
  propertySavedAnswerSchema,
  registrationAnswerSchema,
  SECURITY_TOKEN,
  uniquenessAnswerSchema,
  verificationAnswerSchema,
} from '@samtal/api-contract';
import type { AccountsApi, SendingOptions } from '../../client/ports/accounts-api.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost, type Schema } from './api-request.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

const nothing = (result: ApiResult<unknown>): ApiResult<void> =>
  result.ok ? { ok: true, value: undefined } : result;

/** Requests about accounts (docs/requirements.md 3.2). */
export function createAccountsApi(ask: ApiRequest): AccountsApi {
  /** The specified GET, or a POST of the same parameters (decision D22). */
  function send<T>(
    path: string,
    schema: Schema<T>,
    parameters: Parameters,
    { isPosted, query = {} }: SendingOptions & { readonly query?: Parameters },
  ): Promise<ApiResult<T>> {
    return isPosted
      ? ask(path, schema, jsonPost(parameters), query)
      : ask(path, schema, {}, { ...parameters, ...query });
  }

  return {
    async getOrganisationSettings(orgid) {
      const result = await ask(PATHS.getOrgSettings, organisationSettingsAnswerSchema, {}, { orgid });
      return result.ok ? { ok: true, value: result.value.settings } : result;
    },
    checkIsFree: async (request, securityToken) =>
      nothing(
        await ask(PATHS.validateByKey, uniquenessAnswerSchema, jsonPost(request), {
          [SECURITY_TOKEN]: securityToken,
        }),
      ),
    register: ({ payload, isPasswordGenerated, isMailWanted, language, captcha }) =>
      ask(PATHS.signUp, registrationAnswerSchema, jsonPost(payload), {
        generatePassword: String(isPasswordGenerated),
        sendRegistrationMail: String(isMailWanted),
        lang: language,
        captcha,
      }),
    async verify(userId, verificationKey) {
      const path = [PATHS.verify, userId, verificationKey].map((part, index) =>
        index === 0 ? part : encodeURIComponent(part),
      );
      const result = await ask(
        path.join('/'),
        verificationAnswerSchema,
        jsonPost({ userId, verificationKey }),
      );
      if (!result.ok) return result;
      const { status, user } = result.value;
      const properties = user.properties.propertySet;
      return { ok: true, value: { properties, needsApproval: status === 'NEEDS_APPROVAL' } };
    },
    requestPasswordReset: async ({ identifier, organisationId, language, captcha }) =>
      nothing(
        await ask(
          PATHS.requestResetPassword,
          okAnswerSchema,
          {},
          { lang: language, orgid: organisationId, ...identifier, captcha },
        ),
      ),
    setNewPassword: async (wish, options) =>
      nothing(await send(PATHS.setNewPassword, okAnswerSchema, wish, options)),
    setProperty: (securityToken, property, options) =>
      send(PATHS.setProperty, propertySavedAnswerSchema, property, {
        ...options,
        query: { [SECURITY_TOKEN]: securityToken },
      }),
    newCaptcha: () => ask(PATHS.newCaptcha, captchaChallengeSchema),
  };
}
