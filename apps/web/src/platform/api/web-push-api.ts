import { PATHS, SECURITY_TOKEN } from '@samtal/api-contract';
import type { WebPushApi } from '../../client/ports/web-push.ts';
import { type ApiRequest, anyAnswer, jsonPost, type Schema } from './api-request.ts';

/** The server's public key. The schemas of the contract would make the login page load more of their library. */
const keyAnswer: Schema<string> = {
  safeParse(json) {
    const key: unknown = typeof json === 'object' && json !== null && 'key' in json ? json.key : undefined;
    return typeof key === 'string' ? { success: true, data: key } : { success: false };
  },
};

/** The subscription of this device over HTTP. */
export function createWebPushApi(ask: ApiRequest): WebPushApi {
  return {
    getKey: (securityToken) => ask(PATHS.pushKey, keyAnswer, { securityToken }),
    subscribe: (securityToken, body) =>
      ask(PATHS.pushSubscription, anyAnswer, { init: { ...jsonPost(body), method: 'PUT' }, securityToken }),
    unsubscribe: (securityToken, instance) =>
      ask(PATHS.pushSubscription, anyAnswer, {
        // The user may close the page right after the log-out.
        init: { method: 'DELETE', keepalive: true },
        // The token is an ordinary parameter, as for the log-out: a refusal does not mean that the session ended
        // by itself.
        query: { [SECURITY_TOKEN]: securityToken, instance },
      }),
  };
}
