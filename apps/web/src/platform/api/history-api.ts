import { historyAnswerSchema, historyRecordSchema, PATHS } from '@samtal/api-contract';
import type { HistoryApi } from '../../client/ports/history-api.ts';
import { type ApiRequest, anyAnswer, jsonPost } from './api-request.ts';

/** The largest body of a request that outlives its page: Fetch §4.6 allows 64 KiB for all such requests. */
const KEPT_ALIVE_BYTES = 60_000;
/** The maximum number of UTF-8 bytes per UTF-16 unit of JSON. */
const BYTES_PER_UNIT = 3;

/**
 * A POST that goes on after its page is closed if `record` is short, so that a call that ended with the page
 * is recorded too.
 */
function post(record: unknown): RequestInit {
  const init = jsonPost(record);
  const units = typeof init.body === 'string' ? init.body.length : 0;
  return { ...init, keepalive: units * BYTES_PER_UNIT < KEPT_ALIVE_BYTES };
}

/** The history of the account over HTTP. */
export function createHistoryApi(ask: ApiRequest): HistoryApi {
  const one = (id: string): string => `${PATHS.history}/${encodeURIComponent(id)}`;
  return {
    listHistory: (securityToken, { before, limit, isMissedOnly }) =>
      ask(PATHS.history, historyAnswerSchema, {
        query: { before, limit: String(limit), missed: isMissedOnly ? 'true' : undefined },
        securityToken,
      }),
    findHistory: (securityToken, id) => ask(one(id), historyRecordSchema, { securityToken }),
    addHistory: (securityToken, record) =>
      ask(PATHS.history, anyAnswer, { init: post(record), securityToken }),
    deleteHistory: (securityToken, id) =>
      ask(one(id), anyAnswer, { init: { method: 'DELETE' }, securityToken }),
    clearHistory: (securityToken) =>
      ask(PATHS.history, anyAnswer, { init: { method: 'DELETE' }, securityToken }),
  };
}
