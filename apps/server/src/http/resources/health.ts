import type { FastifyInstance, FastifyReply } from 'fastify';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';
import { failingParts, type Readiness } from '../plumbing/health-check.ts';

const ok = { status: 'ok' } as const;

/** What of the server must work; `database` is also what `/health` asks. */
export type ServerReadiness = Readiness & { readonly database: Readiness[string] };

/**
 * The paths for probes: `/healthz` is 200 while the process answers at all, `/readyz` while the server can do its
 * work, and otherwise 503 with the names of the failing parts. `/health` asks the database only.
 */
export function addHealth(app: FastifyInstance, readiness: ServerReadiness): void {
  const answer = async (reply: FastifyReply, parts: Readiness): Promise<object> => {
    void reply.header('Cache-Control', 'no-store');
    const failing = await failingParts(parts);
    if (failing.length === 0) return ok;
    void reply.code(503).header('Retry-After', HTTP_LIMITS.retryAfterSeconds);
    return { status: 'unavailable', failing };
  };
  app.get('/healthz', (_request, reply) => answer(reply, {}));
  app.get('/readyz', (_request, reply) => answer(reply, readiness));
  app.get('/health', (_request, reply) => answer(reply, { database: readiness.database }));
}
