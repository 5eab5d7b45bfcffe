import type { HistoryAnswer, HistoryRecord } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/**
 * The part of the history to read: `limit` calls, starting after the page whose answer had `before` as its
 * `next`; without `before` the newest calls.
 */
export type HistoryQuestion = {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly isMissedOnly: boolean;
};

/** The finished calls stored in the account (decision D14). No function throws, no promise rejects. */
export interface HistoryApi {
  listHistory(securityToken: string, question: HistoryQuestion): Promise<ApiResult<HistoryAnswer>>;
  findHistory(securityToken: string, id: string): Promise<ApiResult<HistoryRecord>>;
  /** A repeated `id` adds no second call. */
  addHistory(securityToken: string, record: HistoryRecord): Promise<ApiResult<void>>;
  deleteHistory(securityToken: string, id: string): Promise<ApiResult<void>>;
  clearHistory(securityToken: string): Promise<ApiResult<void>>;
}
