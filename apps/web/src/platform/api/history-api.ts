import { historyAnswerSchema, historyRecordSchema, PATHS, SECURITY_TOKEN } from '@samtal/api-contract';
import type { HistoryApi } from '../../client/ports/history-api.ts';
import { type ApiRequest, anyAnswer, jsonPost } from './api-request.ts';

/** The limit for requests that outlive their page (Fetch §4.6), minus room for other requests. */
const KEPT_ALIVE_BYTES = 60_000;
/** The maximum number of UTF-8 bytes per UTF-16 unit of JSON. */
const BYTES_PER_UNIT = 3;

/** A call that ended because its page was closed is recorded too. */
function post(record: unknown): RequestInit {
  const init = jsonPost(record);
  const units = typeof init.body === 'string' ? init.body.length : 0;
  return { ...init, keepalive: units * BYTES_PER_UNIT < KEPT_ALIVE_BYTES };
}

/** The history of the account over HTTP. */
export function createHistoryApi(ask: ApiRequest): HistoryApi {
  const of = (securityToken: string) => ({ [SECURITY_TOKEN]: securityToken });
  const one = (id: string): string => `${PATHS.history}/${encodeURIComponent(id)}`;
  return {
    listHistory: (token, { before, limit, isMissedOnly }) =>
      ask(
        PATHS.history,
        historyAnswerSchema,
        {},
        { ...of(token), before, limit: String(limit), missed: isMissedOnly ? 'true' : undefined },
      ),
    findHistory: (token, id) => ask(one(id), historyRecordSchema, {}, of(token)),
    addHistory: (token, record) => ask(PATHS.history, anyAnswer, post(record), of(token)),
    deleteHistory: (token, id) => ask(one(id), anyAnswer, { method: 'DELETE' }, of(token)),
    clearHistory: (token) => ask(PATHS.history, anyAnswer, { method: 'DELETE' }, of(token)),
  };
}
