import { expect, test } from 'vitest';
import { createFakeUserApi } from '../../testing/fake-user-api.ts';
import type { ApiFailure, UserApi } from '../ports/user-api.ts';
import { watchResults } from './watch-results.ts';
import { watchUserApi } from './watch-user-api.ts';

const request = { username: 'alice', password: 'pw', force: true, willUseSipRegistration: true };
const ask: Readonly<Record<keyof UserApi, (api: UserApi) => Promise<unknown>>> = {
  login: (api) => api.login(request),
  logout: (api) => api.logout('token'),
  getProperties: (api) => api.getProperties('token'),
  getSystemSettings: (api) => api.getSystemSettings('token'),
  getWebSettings: (api) => api.getWebSettings('token'),
  setWebSetting: (api) => api.setWebSetting('token', { key: 'WEB_AUDIO', value: 'false' }),
};

function setUp(answers: Partial<UserApi> = {}) {
  const seen: string[] = [];
  const api = watchUserApi(
    createFakeUserApi(answers),
    watchResults({
      onSuccess: () => seen.push('success'),
      onNoAnswer: () => seen.push('no answer'),
      onServerState: (isWell) => seen.push(isWell ? 'well' : 'unwell'),
      onSessionRefused: () => seen.push('session refused'),
    }),
  );
  return { api, seen };
}

const names = Object.keys(ask) as (keyof UserApi)[];
const table = (status: number) => names.map((name) => ({ name, status }));

test.each(names)('ERR-01 a successful %s is reported as a success', async (name) => {
  const { api, seen } = setUp();
  await ask[name](api);
  expect(seen).toEqual(['success', 'well']);
});

test.each([...table(0), ...table(401), ...table(403), ...table(500)])(
  'LOGIN-14 ERR-01 A-073 STATE-35 $name that fails with $status is reported',
  async ({ name, status }) => {
    const failure: ApiFailure = { ok: false, status };
    const { api, seen } = setUp({ [name]: async () => failure });
    expect(await ask[name](api)).toEqual(failure);
    const isSessionGone = (status === 401 || status === 403) && name !== 'login' && name !== 'logout';
    expect(seen).toEqual([
      ...(status === 0 ? ['no answer'] : []),
      status === 0 || status >= 500 ? 'unwell' : 'well',
      ...(isSessionGone ? ['session refused'] : []),
    ]);
  },
);
