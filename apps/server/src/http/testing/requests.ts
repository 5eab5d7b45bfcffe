import type { FastifyInstance } from 'fastify';
import { BASE } from './test-app.ts';

type Query = Readonly<Record<string, string>>;

const urlOf = (path: string, query: Query): string =>
  `${BASE}${path}?${new URLSearchParams(query).toString()}`;

/** Requests of a client to the user API. */
export function requestsTo(app: FastifyInstance) {
  const get = (path: string, query: Query = {}) => app.inject({ url: urlOf(path, query) });
  const post = (path: string, payload: object, query: Query = {}) =>
    app.inject({ method: 'POST', url: urlOf(path, query), payload });
  const logIn = (username: string, password = 'demo1234') =>
    post('user/login', { username, password, force: true, willUseSipRegistration: true });
  const enter = (token: string) => post('user/login', { token, force: true, willUseSipRegistration: true });
  const tokenOf = async (username: string, password = 'demo1234'): Promise<string> =>
    (await logIn(username, password)).json<{ securityToken: string }>().securityToken;
  return { get, post, logIn, enter, tokenOf };
}
