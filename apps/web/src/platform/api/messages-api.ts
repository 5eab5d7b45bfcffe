import { messageListAnswerSchema, PATHS } from '@samtal/api-contract';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import { type ApiRequest, anyAnswer } from './api-request.ts';

/** The mailbox over HTTP. */
export function createMessagesApi(ask: ApiRequest): MessagesApi {
  return {
    listMessages: (securityToken) => ask(PATHS.messages, messageListAnswerSchema, { securityToken }),
    markAsRead: (securityToken, number) =>
      ask(`${PATHS.messages}/${number}/markAsRead`, anyAnswer, { init: { method: 'PUT' }, securityToken }),
    deleteMessage: (securityToken, number) =>
      ask(`${PATHS.messages}/${number}`, anyAnswer, { init: { method: 'DELETE' }, securityToken }),
    deleteReadMessages: (securityToken) =>
      ask(PATHS.deleteReadMessages, anyAnswer, { init: { method: 'POST' }, securityToken }),
  };
}
