import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { FaultyHttp } from './faulty-http.ts';
import type { FaultySipServer } from './faulty-sip-server.ts';

const count = z.int().check(z.positive());
const times = z.optional(count);
const delayMs = z.int().check(z.nonnegative());
const username = z.optional(z.string());
/**
 * The status of a planned SIP response: at least 300, because after a 2xx that the server has not sent
 * itself, client and server would disagree about open calls and bindings.
 */
const refusal = z.int().check(z.minimum(300), z.maximum(699));

const registerAnswer = z.strictObject({
  status: refusal,
  times,
  retryAfter: z.optional(z.int().check(z.nonnegative())),
  username,
});
const sipAnswer = z.strictObject({ method: z.string(), status: refusal, times, username });
const sipDelay = z.strictObject({ ms: delayMs, methods: z.optional(z.array(z.string())) });
const sipDrop = z.nullable(z.strictObject({ username }));
const httpAnswer = z.strictObject({
  path: z.string().check(z.minLength(1)),
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  body: z.optional(z.unknown()),
  delayMs: z.optional(delayMs),
  times,
});

/** `/test/*`: lets tests inject faults and read the SIP messages that were sent and received. */
export function controlApi(sip: FaultySipServer, http: FaultyHttp, listPositions: () => readonly object[]) {
  return (scope: FastifyInstance): void => {
    const app = scope.withTypeProvider<ZodTypeProvider>();
    app.setValidatorCompiler(validatorCompiler);
    app.addHook('onRequest', async (_request, reply) => {
      reply.code(204).header('Cache-Control', 'no-store');
    });
    app.post('/sip/register-answer', { schema: { body: registerAnswer } }, async ({ body }) => {
      const { times: servings, ...fault } = body;
      sip.answer({ method: 'REGISTER', ...fault }, servings);
    });
    app.post('/sip/answer', { schema: { body: sipAnswer } }, async ({ body }) => {
      const { times: servings, ...fault } = body;
      sip.answer(fault, servings);
    });
    app.post('/sip/delay', { schema: { body: sipDelay } }, async ({ body }) => {
      sip.delay(body.ms, body.methods);
    });
    app.post('/sip/drop', { schema: { body: sipDrop } }, async ({ body }) => {
      sip.drop(body?.username);
    });
    app.post('/http/answer', { schema: { body: httpAnswer } }, async ({ body }) => {
      const { times: servings, ...fault } = body;
      http.answer(fault, servings);
    });
    app.post('/reset', async () => {
      sip.reset();
      http.reset();
    });
    app.get('/sip/wire', async (_request, reply) => reply.code(200).send(sip.wire()));
    app.get('/positions', async (_request, reply) => reply.code(200).send(listPositions()));
    app.get('/sip/counters', async (_request, reply) => reply.code(200).send(sip.sip.counters()));
  };
}
