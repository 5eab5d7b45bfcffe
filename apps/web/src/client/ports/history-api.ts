import type { HistoryAnswer, HistoryRecord } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/** Which part of the history: `limit` calls, older than what the answer with this `next` ended with. */
export type HistoryQuestion = {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** Finished calls as the account keeps them (decision D14); never throws, never rejects. */
export interface HistoryApi {
  listHistory(securityToken: string, question: HistoryQuestion): Promise<ApiResult<HistoryAnswer>>;
  findHistory(securityToken: string, id: string): Promise<ApiResult<HistoryRecord>>;
  /** The same `id` twice is one call. */
  addHistory(securityToken: string, record: HistoryRecord): Promise<ApiResult<void>>;
  deleteHistory(securityToken: string, id: string): Promise<ApiResult<void>>;
  clearHistory(securityToken: string): Promise<ApiResult<void>>;
}
