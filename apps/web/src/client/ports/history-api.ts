import type { HistoryAnswer, HistoryRecord } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/** One page of the history: `limit` calls after the page whose answer had this `next`. */
export type HistoryQuestion = {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** Finished calls stored in the account (decision D14); never throws, never rejects. */
export interface HistoryApi {
  listHistory(securityToken: string, question: HistoryQuestion): Promise<ApiResult<HistoryAnswer>>;
  findHistory(securityToken: string, id: string): Promise<ApiResult<HistoryRecord>>;
  /** A repeated `id` adds no second call. */
  addHistory(securityToken: string, record: HistoryRecord): Promise<ApiResult<void>>;
  deleteHistory(securityToken: string, id: string): Promise<ApiResult<void>>;
  clearHistory(securityToken: string): Promise<ApiResult<void>>;
}
