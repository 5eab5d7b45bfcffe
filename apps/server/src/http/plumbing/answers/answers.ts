import { errorAnswerSchema, SECURITY_TOKEN } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** The error answers that every route can give, for its description. */
const refusals = { '4xx': errorAnswerSchema, '5xx': errorAnswerSchema } as const;

/**
 * The query of every request of a logged-in user (API-02). The session guard, not the schema, answers a
 * missing token with 401.
 */
export const sessionQuerySchema = z.object({ [SECURITY_TOKEN]: z.optional(z.string()) });

/** The body of an answer that has nothing to report. */
export const okAnswer = { status: 'OK' } as const;

/** The answer to a deletion: plain text, as the specification requires. */
export const okText = 'OK' as const;
export const okTextAnswer = { content: { 'text/plain': { schema: z.literal(okText) } } } as const;

/** Adds the error answers to the description of each route that is added afterwards. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const response: object = (route.schema?.response as object | undefined) ?? {};
    if (route.schema?.hide !== true)
      route.schema = { ...route.schema, response: { ...response, ...refusals } };
  });
}
