import { API_BASE, errorAnswerSchema, SECURITY_TOKEN } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { ApiFailure, ApiResult } from '../../client/ports/user-api.ts';

/** ERR-11: no answer within this time counts as no network. */
const TIMEOUT_MS = 10_000;

export type ApiObserver = {
  /** The server did not answer, or answered a form with a 5xx (ERR-01, ERR-09). */
  readonly onNoAnswer: () => void;
  /** The server carried out a request. */
  readonly onSuccess: () => void;
  /** Called after every request; `isWell` is false if the server gave no answer or a 5xx. */
  readonly onServerState: (isWell: boolean) => void;
  /** The session is not valid, or no longer valid (LOGIN-14). */
  readonly onSessionRefused: () => void;
};

export type ApiRequestOptions = {
  /** Base of the user API, e.g. `https://calls.example`; empty = the page's own origin (API-01). */
  readonly server: string;
  readonly log: Log;
  readonly fetch: typeof globalThis.fetch;
  /** Is told the outcome of every request. */
  readonly observer?: ApiObserver;
};

/** The part of a schema that is used here, so that this module needs no schema library. */
export type Schema<T> = { safeParse(json: unknown): { success: true; data: T } | { success: false } };

/** Accepts any body: the request has been carried out, even if the body cannot be read (ERR-08). */
export const anyAnswer: Schema<void> = { safeParse: () => ({ success: true, data: undefined }) };

/** The result of a request whose answer has a body that the caller does not need. */
export const withoutValue = (result: ApiResult<unknown>): ApiResult<void> =>
  result.ok ? { ok: true, value: undefined } : result;

type Query = Readonly<Record<string, string | undefined>>;

export type RequestOptions = {
  readonly init?: RequestInit;
  readonly query?: Query;
  /** Sent in the query (API-02). An answer 401 or 403 then means that this session has ended (LOGIN-14). */
  readonly securityToken?: string | undefined;
  /** The request comes from a form, where a 5xx counts as no answer (ERR-09). */
  readonly isForm?: boolean;
};

/** One request to the user API; an answer that does not match the schema is a failure, never an exception. */
export type ApiRequest = <T>(
  path: string,
  schema: Schema<T>,
  options?: RequestOptions,
) => Promise<ApiResult<T>>;

type Answer = { readonly isOk: boolean; readonly status: number; readonly json: unknown };

const NO_ANSWER: ApiFailure = { ok: false, status: 0 };

export const jsonPost = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function failureIn({ isOk, status, json }: Answer): ApiFailure | undefined {
  // A body with an errorCode is a failure whatever its status.
  const error = errorAnswerSchema.safeParse(json);
  if (!error.success) return isOk ? undefined : { ok: false, status };
  const { errorCode, failureText } = error.data;
  return failureText === undefined
    ? { ok: false, status, errorCode }
    : { ok: false, status, errorCode, failureText };
}

function queryOf(query: Query): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return entries.length === 0 ? '' : `?${entries.join('&')}`;
}

function report(
  observer: ApiObserver,
  result: ApiResult<unknown>,
  { securityToken, isForm = false }: RequestOptions,
): void {
  const status = result.ok ? undefined : result.status;
  const isUnwell = status !== undefined && (status === 0 || status >= 500);
  if (status === undefined) observer.onSuccess();
  else if (status === 0 || (isForm && isUnwell)) observer.onNoAnswer();
  observer.onServerState(!isUnwell);
  if (securityToken !== undefined && (status === 401 || status === 403)) observer.onSessionRefused();
}

/** Creates the request function that all adapters of the user API share. */
export function createApiRequest({ server, log, fetch, observer }: ApiRequestOptions): ApiRequest {
  const base = `${server.replace(/\/$/, '')}${API_BASE}`;

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
    { init = {}, query, securityToken }: RequestOptions,
  ): Promise<ApiResult<T>> {
    let answer: Answer;
    try {
      const address = `${base}${path}${queryOf({ [SECURITY_TOKEN]: securityToken, ...query })}`;
      answer = await send(address, init);
    } catch (error) {
      // Only the path is logged: the query contains the session token (docs/requirements.md 3.2).
      log.warn('api_unanswered', { path, error: error instanceof Error ? error.name : 'unknown' });
      return NO_ANSWER;
    }
    const failure = failureIn(answer);
    if (failure !== undefined) return failure;
    const parsed = schema.safeParse(answer.json);
    if (parsed.success) return { ok: true, value: parsed.data };
    log.warn('api_answer_invalid', { path, status: answer.status });
    return { ok: false, status: answer.status };
  }

  return async (path, schema, options = {}) => {
    const result = await ask(path, schema, options);
    if (observer !== undefined) report(observer, result, options);
    return result;
  };
}
