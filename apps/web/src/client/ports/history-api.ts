import type { HistoryAnswer, HistoryRecord } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/**
 * The part of the history to read: up to `limit` calls, newest first. `before` is the `next` of the answer
 * with the page before this one; without `before` the newest calls are read.
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
  /** Stores a finished call; storing the same `id` again adds no second call. */
  addHistory(securityToken: string, record: HistoryRecord): Promise<ApiResult<void>>;
  deleteHistory(securityToken: string, id: string): Promise<ApiResult<void>>;
  clearHistory(securityToken: string): Promise<ApiResult<void>>;
}
