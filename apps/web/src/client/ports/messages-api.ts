import type { Message } from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/** The callers' messages stored on the server (API-22 … API-25). No function throws, no promise rejects. */
export interface MessagesApi {
  /** Returns the messages, the newest first. */
  listMessages(securityToken: string): Promise<ApiResult<readonly Message[]>>;
  markAsRead(securityToken: string, messageNumber: number): Promise<ApiResult<void>>;
  deleteMessage(securityToken: string, messageNumber: number): Promise<ApiResult<void>>;
  deleteReadMessages(securityToken: string): Promise<ApiResult<void>>;
}
