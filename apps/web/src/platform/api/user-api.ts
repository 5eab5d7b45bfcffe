import type { KeyValue } from '@samtal/api-contract';
import {
  keyValueListSchema,
  loginAnswerSchema,
  okAnswerSchema,
  PATHS,
  propertySetAnswerSchema,
  SECURITY_TOKEN,
} from '@samtal/api-contract';
import type { ApiResult, UserApi } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost } from './api-request.ts';

/** The HTTP requests of docs/requirements.md 3.2. */
export function createUserApi(ask: ApiRequest): UserApi {
  const of = (securityToken: string) => ({ [SECURITY_TOKEN]: securityToken });
  const list = (path: string, token: string): Promise<ApiResult<readonly KeyValue[]>> =>
    ask(path, keyValueListSchema, {}, of(token));

  return {
    login: (request) => ask(PATHS.login, loginAnswerSchema, jsonPost(request)),
    async logout(securityToken) {
      const result = await ask(PATHS.logout, okAnswerSchema, {}, of(securityToken));
      return result.ok ? { ok: true, value: undefined } : result;
    },
    async getProperties(securityToken) {
      const result = await ask(PATHS.getProperties, propertySetAnswerSchema, {}, of(securityToken));
      return result.ok ? { ok: true, value: result.value.propertySet } : result;
    },
    getSystemSettings: (securityToken) => list(PATHS.getSystemSettings, securityToken),
    getWebSettings: (securityToken) => list(PATHS.webSettings, securityToken),
    async setWebSetting(securityToken, { key, value }) {
      const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: value };
      const path = `${PATHS.webSettings}/${encodeURIComponent(key)}`;
      const result = await ask(path, okAnswerSchema, init, of(securityToken));
      return result.ok ? { ok: true, value: undefined } : result;
    },
  };
}
