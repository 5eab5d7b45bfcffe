import type { KeyValue } from '@samtal/api-contract';
import {
  keyValueListSchema,
  loginAnswerSchema,
  logoutAnswerSchema,
  okAnswerSchema,
  PATHS,
  propertySetAnswerSchema,
  SECURITY_TOKEN,
} from '@samtal/api-contract';
import type { ApiResult, UserApi } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost } from './api-request.ts';

/** Login, logout, properties and settings over HTTP (docs/requirements.md 3.2). */
export function createUserApi(ask: ApiRequest): UserApi {
  const list = (path: string, securityToken: string): Promise<ApiResult<readonly KeyValue[]>> =>
    ask(path, keyValueListSchema, { securityToken });

  return {
    login: (request) => ask(PATHS.login, loginAnswerSchema, { init: jsonPost(request) }),
    async logout(securityToken) {
      // The token is an ordinary parameter here: a refused logout does not mean that the session ended by
      // itself.
      const query = { [SECURITY_TOKEN]: securityToken };
      const result = await ask(PATHS.logout, logoutAnswerSchema, { query });
      return result.ok ? { ok: true, value: result.value.signOutAt } : result;
    },
    async getProperties(securityToken) {
      const result = await ask(PATHS.getProperties, propertySetAnswerSchema, { securityToken });
      return result.ok ? { ok: true, value: result.value.propertySet } : result;
    },
    getSystemSettings: (securityToken) => list(PATHS.getSystemSettings, securityToken),
    getWebSettings: (securityToken) => list(PATHS.webSettings, securityToken),
    async setWebSetting(securityToken, { key, value }) {
      const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: value };
      const path = `${PATHS.webSettings}/${encodeURIComponent(key)}`;
      const result = await ask(path, okAnswerSchema, { init, securityToken });
      return result.ok ? { ok: true, value: undefined } : result;
    },
  };
}
