import { messageListAnswerSchema, PATHS, SECURITY_TOKEN } from '@samtal/api-contract';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import { type ApiRequest, anyAnswer } from './api-request.ts';

/** The mailbox over HTTP. */
export function createMessagesApi(ask: ApiRequest): MessagesApi {
  const of = (securityToken: string) => ({ [SECURITY_TOKEN]: securityToken });
  return {
    listMessages: (token) => ask(PATHS.messages, messageListAnswerSchema, {}, of(token)),
    markAsRead: (token, number) =>
      ask(`${PATHS.messages}/${number}/markAsRead`, anyAnswer, { method: 'PUT' }, of(token)),
    deleteMessage: (token, number) =>
      ask(`${PATHS.messages}/${number}`, anyAnswer, { method: 'DELETE' }, of(token)),
    deleteReadMessages: (token) => ask(PATHS.deleteReadMessages, anyAnswer, { method: 'POST' }, of(token)),
  };
}
