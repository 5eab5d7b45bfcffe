import { messageListAnswerSchema, okAnswerSchema, PATHS } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { okAnswer, okText, okTextAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

const paramsSchema = z.object({ messageNumber: z.string().check(z.maxLength(32)) });

/** Adds messages/…: the messages that callers have left (API-22 … API-25). */
export function addMessages(app: TypedInstance, context: HttpContext): void {
  const { changes } = context;
  const { messages } = context.repositories;

  /** A message number, or NaN, which no message has. */
  const numberOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

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
    {
      schema: {
        querystring: sessionQuerySchema,
        params: paramsSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const number = numberOf(request.params.messageNumber);
      if (Number.isNaN(number) || !(await messages.markRead(account.id, number))) throw notFound();
      changes.publish(account.id, 'messages');
      return okAnswer;
    },
  );

  app.delete(
    `${PATHS.messages}/:messageNumber`,
    {
      schema: {
        querystring: sessionQuerySchema,
        params: paramsSchema,
        response: { 200: okTextAnswer },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const number = numberOf(request.params.messageNumber);
      if (Number.isNaN(number) || !(await messages.remove(account.id, number))) throw notFound();
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
