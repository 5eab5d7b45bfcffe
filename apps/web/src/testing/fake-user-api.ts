import type { LoginAnswer } from '@samtal/api-contract';
import type { ApiResult, UserApi } from '../client/ports/user-api.ts';

export const loginAnswer: LoginAnswer = {
  remoteAddress: '192.0.2.7',
  sipPassword: 'sip-secret',
  properties: {
    propertySet: [
      { key: 'USERNAME', value: 'alice' },
      { key: 'SIP_ADDRESS', value: 'alice@demo.example|alice@other.example' },
      { key: 'ORG_ID', value: '1' },
    ],
  },
  capabilities: [{ key: 'SYS_WEBRTC_SERVER_URI', value: 'wss://one.example/sip, wss://two.example/sip' }],
  securityToken: 'token-1',
  uri: 'sip:alice@demo.example',
};

/** A user API that answers from `answers` and records its calls. */
export type FakeUserApi = UserApi & { readonly calls: readonly string[] };

export function createFakeUserApi(answers: Partial<UserApi> = {}): FakeUserApi {
  const calls: string[] = [];
  const good: UserApi = {
    login: () => answer(loginAnswer),
    logout: () => answer(undefined),
    getProperties: () => answer(loginAnswer.properties.propertySet),
    getSystemSettings: () => answer([]),
    getWebSettings: () => answer([]),
    setWebSetting: () => answer(undefined),
  };
  const used = { ...good, ...answers };
  const noted =
    <Arguments extends unknown[], Result>(name: string, ask: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments) => {
      calls.push([name, ...given.map((argument) => JSON.stringify(argument))].join(' '));
      return ask(...given);
    };
  return {
    calls,
    login: noted('login', used.login),
    logout: noted('logout', used.logout),
    getProperties: noted('getProperties', used.getProperties),
    getSystemSettings: noted('getSystemSettings', used.getSystemSettings),
    getWebSettings: noted('getWebSettings', used.getWebSettings),
    setWebSetting: noted('setWebSetting', used.setWebSetting),
  };
}

const answer = async <T>(value: T): Promise<ApiResult<T>> => ({ ok: true, value });
