import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS } from '../../domain/limits/limits.ts';

/**
 * Creates the check whether the database answers. The database is asked at most once a second for any number
 * of requests. Without an answer within half a second the result is false, and that question stays pending.
 */
export function createHealthCheck(
  ask: () => Promise<void>,
  elapsedMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: { readonly at: number; readonly isWell: boolean } | undefined;
  let asking: Promise<boolean> | undefined;

  async function askNow(): Promise<boolean> {
    const isWell = await ask().then(
      () => true,
      () => false,
    );
    known = { at: elapsedMs(), isWell };
    asking = undefined;
    return isWell;
  }

  return async () => {
    if (known !== undefined && elapsedMs() - known.at < HTTP_LIMITS.healthFreshMs) return known.isWell;
    asking ??= askNow();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), HTTP_LIMITS.healthWaitMs);
    });
    const isWell = await Promise.race([asking, late]);
    clearTimeout(timer);
    return isWell;
  };
}

/** GET /health: 200 while the server can work, 503 with the failing part. */
export function addHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  const check = createHealthCheck(ping);
  app.get('/health', async (_request, reply) => {
    if (await check()) return { status: 'ok' };
    return reply
      .code(503)
      .header('Retry-After', HTTP_LIMITS.retryAfterSeconds)
      .send({ status: 'unavailable', failing: ['database'] });
  });
}
