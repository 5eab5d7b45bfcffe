import { errorAnswerSchema, SECURITY_TOKEN } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** Error answers that every call can have; added to every route. */
const refusals = { '4xx': errorAnswerSchema, '5xx': errorAnswerSchema } as const;

/**
 * Query of every call of a signed-in user (API-02). The session guard, not the schema, answers a missing
 * token with 401.
 */
export const sessionQuerySchema = z.object({ [SECURITY_TOKEN]: z.optional(z.string()) });

/** For answers without content. */
export const okAnswer = { status: 'OK' } as const;

/** Answer to a deletion: plain text, as the specification has it. */
export const okText = 'OK' as const;
export const okTextAnswer = { content: { 'text/plain': { schema: z.literal(okText) } } } as const;

/** Adds the error answers to the description of each route; for routes added afterwards. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const response: object = (route.schema?.response as object | undefined) ?? {};
    if (route.schema?.hide !== true)
      route.schema = { ...route.schema, response: { ...response, ...refusals } };
  });
}
