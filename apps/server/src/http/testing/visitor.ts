import type { InjectOptions } from 'fastify';
import type { TestApp } from './test-app.ts';
import { BASE } from './test-app.ts';

/** Logs in. @returns requests of this user to the user API */
export async function signIn({ app }: TestApp, username: string) {
  const login = await app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    payload: { username, password: 'demo1234', force: true, willUseSipRegistration: false },
  });
  const { securityToken, capabilities } = login.json<{
    securityToken: string;
    capabilities: { key: string; value: string }[];
  }>();
  const ask = (method: NonNullable<InjectOptions['method']>, path: string, query = {}, payload?: object) =>
    app.inject({
      method,
      url: `${BASE}${path}`,
      query: { securityToken, ...query },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    securityToken,
    capabilities,
    get: (path: string, query?: Record<string, string>) => ask('GET', path, query),
    post: (path: string, payload?: object) => ask('POST', path, {}, payload),
    put: (path: string) => ask('PUT', path),
    delete: (path: string) => ask('DELETE', path),
  };
}

export type Visitor = Awaited<ReturnType<typeof signIn>>;
