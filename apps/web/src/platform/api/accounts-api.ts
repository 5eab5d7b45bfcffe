import {
  API_BASE,
  captchaChallengeSchema,
  deletionAnswerSchema,
  exportAnswerSchema,
  okAnswerSchema,
  organisationSettingsAnswerSchema,
  PATHS,
  propertySavedAnswerSchema,
  providerStateSchema,
  providerTicketSchema,
  registrationAnswerSchema,
  uniquenessAnswerSchema,
  verificationAnswerSchema,
} from '@samtal/api-contract';
import type { AccountsApi, SendingOptions } from '../../client/ports/accounts-api.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost, type RequestOptions, type Schema, withoutValue } from './api-request.ts';
import { providerAddress } from './provider-address.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Requests about accounts (docs/requirements.md 3.2).
 * @param server base of the user API, as in `ApiRequestOptions`
 */
export function createAccountsApi(ask: ApiRequest, server: string): AccountsApi {
  /**
   * Sends `parameters` in the body of a POST if `isPosted` (decision D22), else in the query of a GET, as
   * specified.
   */
  function send<T>(
    path: string,
    schema: Schema<T>,
    parameters: Parameters,
    { isPosted, ...options }: SendingOptions & Pick<RequestOptions, 'securityToken' | 'isForm'>,
  ): Promise<ApiResult<T>> {
    const sent = isPosted ? { init: jsonPost(parameters) } : { query: parameters };
    return ask(path, schema, { ...sent, ...options });
  }

  return {
    async getOrganisationSettings(orgid) {
      const result = await ask(PATHS.getOrgSettings, organisationSettingsAnswerSchema, {
        query: { orgid },
        isForm: true,
      });
      return result.ok ? { ok: true, value: result.value.settings } : result;
    },
    checkIsFree: async (request, securityToken) =>
      withoutValue(
        await ask(PATHS.validateByKey, uniquenessAnswerSchema, {
          init: jsonPost(request),
          securityToken,
          isForm: securityToken === undefined,
        }),
      ),
    register: ({ payload, isPasswordGenerated, isMailWanted, language, captcha }) =>
      ask(PATHS.signUp, registrationAnswerSchema, {
        init: jsonPost(payload),
        query: {
          generatePassword: String(isPasswordGenerated),
          sendRegistrationMail: String(isMailWanted),
          lang: language,
          captcha,
        },
        isForm: true,
      }),
    async verify(userId, verificationKey) {
      const path = [PATHS.verify, userId, verificationKey].map((part, index) =>
        index === 0 ? part : encodeURIComponent(part),
      );
      const result = await ask(path.join('/'), verificationAnswerSchema, {
        init: jsonPost({ userId, verificationKey }),
      });
      if (!result.ok) return result;
      const { status, user } = result.value;
      const properties = user.properties.propertySet;
      return { ok: true, value: { properties, needsApproval: status === 'NEEDS_APPROVAL' } };
    },
    requestPasswordReset: async ({ identifier, organisationId, language, captcha }) =>
      withoutValue(
        await ask(PATHS.requestResetPassword, okAnswerSchema, {
          query: { lang: language, orgid: organisationId, ...identifier, captcha },
          isForm: true,
        }),
      ),
    setNewPassword: async (request, options) =>
      withoutValue(await send(PATHS.setNewPassword, okAnswerSchema, request, { ...options, isForm: true })),
    setProperty: (securityToken, property, options) =>
      send(PATHS.setProperty, propertySavedAnswerSchema, property, { ...options, securityToken }),
    async exportData(securityToken, password) {
      const result = await ask(PATHS.export, exportAnswerSchema, {
        init: jsonPost({ password }),
        securityToken,
      });
      if (!result.ok) return result;
      const base = `${server.replace(/\/$/, '')}${API_BASE}`;
      return {
        ok: true,
        value: `${base}${PATHS.export}?ticket=${encodeURIComponent(result.value.ticket)}`,
      };
    },
    async deleteAccount(securityToken, password) {
      const init = jsonPost({ password });
      const result = await ask(PATHS.deletion, deletionAnswerSchema, { init, securityToken });
      return result.ok ? { ok: true, value: result.value.deletionAt } : result;
    },
    providerState: (securityToken) => ask(PATHS.provider, providerStateSchema, { securityToken }),
    async startAtProvider(securityToken, wish) {
      const init = jsonPost(wish);
      const result = await ask(PATHS.providerTicket, providerTicketSchema, { init, securityToken });
      return result.ok ? { ok: true, value: providerAddress(server, result.value.ticket) } : result;
    },
    disconnectProvider: async (securityToken, password) =>
      withoutValue(
        await ask(PATHS.disconnectProvider, okAnswerSchema, { init: jsonPost({ password }), securityToken }),
      ),
    newCaptcha: () => ask(PATHS.newCaptcha, captchaChallengeSchema, { isForm: true }),
  };
}
