import { messageListAnswerSchema, okAnswerSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { okAnswer, okText, okTextAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** What a request about one message has. */
const ofMessage = {
  querystring: sessionQuerySchema,
  params: z.object({ messageNumber: z.string().check(z.maxLength(32)) }),
};

/** The number of a message; text that is not the number of any message is answered 404. */
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}

/** Adds messages/…: the messages that callers have left (API-22 … API-25). */
export function addMessages(app: TypedInstance, context: HttpContext): void {
  const { changes } = context;
  const { messages } = context.repositories;

  app.get(
    PATHS.messages,
    { schema: { querystring: sessionQuerySchema, response: { 200: messageListAnswerSchema } } },
    async (request, reply) => {
      const { account } = await requireSession(request, context);
      return context.lists(request, reply, { account, pages: messages.list(account.id), around: ['[', ']'] });
    },
  );

  app.put(
    `${PATHS.messages}/:messageNumber/markAsRead`,
    { schema: { ...ofMessage, response: { 200: okAnswerSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      const number = numberOf(request.params.messageNumber);
      if (!(await messages.markRead(account.id, number))) throw notFound();
      changes.publish(account.id, 'messages');
      return okAnswer;
    },
  );

  app.delete(
    `${PATHS.messages}/:messageNumber`,
    { schema: { ...ofMessage, response: { 200: okTextAnswer } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      const number = numberOf(request.params.messageNumber);
      if (!(await messages.remove(account.id, number))) throw notFound();
      changes.publish(account.id, 'messages');
      return okText;
    },
  );

  app.post(
    PATHS.deleteReadMessages,
    { schema: { querystring: sessionQuerySchema, response: { 200: okTextAnswer } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      if ((await messages.removeRead(account.id)) > 0) changes.publish(account.id, 'messages');
      return okText;
    },
  );
}
