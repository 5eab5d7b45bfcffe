import { errorAnswerSchema, SECURITY_TOKEN } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** How every call may fail; every route gets them. */
const refusals = { '4xx': errorAnswerSchema, '5xx': errorAnswerSchema } as const;

/** Query of every call of somebody who is signed in (API-02). A missing token is told 401 by the guard, not here. */
export const sessionQuerySchema = z.object({ [SECURITY_TOKEN]: z.optional(z.string()) });

/** For answers without content of their own. */
export const okAnswer = { status: 'OK' } as const;

/** Answer of what deletes: a text, as the specification has it. */
export const okText = 'OK' as const;
export const okTextAnswer = { content: { 'text/plain': { schema: z.literal(okText) } } } as const;

/** Adds to the description of each route how it may fail; for routes added afterwards. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const response: object = (route.schema?.response as object | undefined) ?? {};
    if (route.schema?.hide !== true)
      route.schema = { ...route.schema, response: { ...response, ...refusals } };
  });
}
