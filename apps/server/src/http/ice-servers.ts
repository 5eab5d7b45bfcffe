import { iceServersAnswerSchema, PATHS } from '@samtal/api-contract';
import { sessionQuerySchema } from './answers.ts';
import { notFound } from './api-error.ts';
import type { HttpContext } from './http-context.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

/** GET iceServers: TURN servers, with credentials that are good for a while and for whoever asks (decision D20). */
export function addIceServers(app: TypedInstance, context: HttpContext): void {
  app.get(
    PATHS.iceServers,
    { schema: { querystring: sessionQuerySchema, response: { 200: iceServersAnswerSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      if (context.turnServers === undefined) throw notFound();
      return context.turnServers(account.id);
    },
  );
}
