import type { HistoryAnswer, HistoryRecord } from '@samtal/api-contract';
import type { HistoryApi, HistoryQuestion } from '../ports/history-api.ts';
import type { ApiResult } from '../ports/user-api.ts';

/** Stores the finished calls of one user. */
export type HistoryStore = {
  page(question: HistoryQuestion): Promise<ApiResult<HistoryAnswer>>;
  find(id: string): Promise<ApiResult<HistoryRecord>>;
  add(record: HistoryRecord): Promise<ApiResult<void>>;
  remove(id: string): Promise<ApiResult<void>>;
  clear(): Promise<ApiResult<void>>;
};

/** The history store of a user whose calls are kept in the account on the server. */
export const accountHistory = (api: HistoryApi, securityToken: string): HistoryStore => ({
  page: (question) => api.listHistory(securityToken, question),
  find: (id) => api.findHistory(securityToken, id),
  add: (record) => api.addHistory(securityToken, record),
  remove: (id) => api.deleteHistory(securityToken, id),
  clear: () => api.clearHistory(securityToken),
});
