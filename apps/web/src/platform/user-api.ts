import type { KeyValue } from '@samtal/api-contract';
import {
  API_BASE,
  errorAnswerSchema,
  keyValueListSchema,
  loginAnswerSchema,
  okAnswerSchema,
  PATHS,
  propertySetAnswerSchema,
  SECURITY_TOKEN,
} from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { ApiFailure, ApiResult, UserApi } from '../client/ports.ts';

/** ERR-11: no answer within this is no network. */
const TIMEOUT_MS = 10_000;

export type UserApiOptions = {
  /** Base of the user API, e.g. `https://calls.example`; empty = the page's own origin (API-01). */
  readonly server: string;
  readonly log: Log;
  readonly fetch: typeof globalThis.fetch;
};

/** What is asked of the schemas of the contract; no schema library is named here. */
type Schema<T> = { safeParse(json: unknown): { success: true; data: T } | { success: false } };
type Answer = { readonly isOk: boolean; readonly status: number; readonly json: unknown };

const NO_ANSWER: ApiFailure = { ok: false, status: 0 };

function failureIn({ isOk, status, json }: Answer): ApiFailure | undefined {
  // A body with an errorCode is a failure whatever its status.
  const error = errorAnswerSchema.safeParse(json);
  if (!error.success) return isOk ? undefined : { ok: false, status };
  const { errorCode, failureText } = error.data;
  return failureText === undefined
    ? { ok: false, status, errorCode }
    : { ok: false, status, errorCode, failureText };
}

/** The HTTP calls of ledger §3.2. What is not in the contract's shape is a failure, never an exception. */
export function createUserApi({ server, log, fetch }: UserApiOptions): UserApi {
  const addressOf = (path: string, token?: string): string => {
    const query = token === undefined ? '' : `?${SECURITY_TOKEN}=${encodeURIComponent(token)}`;
    return `${server.replace(/\/$/, '')}${API_BASE}${path}${query}`;
  };

  async function send(address: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(address, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      json = undefined;
    }
    return { isOk: response.ok, status: response.status, json };
  }

  async function ask<T>(
    path: string,
    schema: Schema<T>,
    init: RequestInit,
    token?: string,
  ): Promise<ApiResult<T>> {
    let answer: Answer;
    try {
      answer = await send(addressOf(path, token), init);
    } catch (error) {
      // The path alone: the query holds the session (ledger §3.2).
      log.warn('no answer from the server', { path, error: error instanceof Error ? error.name : 'unknown' });
      return NO_ANSWER;
    }
    const failure = failureIn(answer);
    if (failure !== undefined) return failure;
    const parsed = schema.safeParse(answer.json);
    if (parsed.success) return { ok: true, value: parsed.data };
    log.warn('an answer is not in the agreed shape', { path, status: answer.status });
    return { ok: false, status: answer.status };
  }

  const list = (path: string, token: string): Promise<ApiResult<readonly KeyValue[]>> =>
    ask(path, keyValueListSchema, {}, token);

  return {
    login: (request) =>
      ask(PATHS.login, loginAnswerSchema, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      }),
    async logout(securityToken) {
      const result = await ask(PATHS.logout, okAnswerSchema, {}, securityToken);
      return result.ok ? { ok: true, value: undefined } : result;
    },
    async getProperties(securityToken) {
      const result = await ask(PATHS.getProperties, propertySetAnswerSchema, {}, securityToken);
      return result.ok ? { ok: true, value: result.value.propertySet } : result;
    },
    getSystemSettings: (securityToken) => list(PATHS.getSystemSettings, securityToken),
    getWebSettings: (securityToken) => list(PATHS.webSettings, securityToken),
  };
}
