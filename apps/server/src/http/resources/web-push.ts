import {
  okAnswerSchema,
  PATHS,
  pushedCallActionSchema,
  pushedDeviceSchema,
  pushKeyAnswerSchema,
  pushSubscriptionSchema,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { createKeyedRateLimit } from '../../domain/limits/keyed-rate-limit.ts';
import { HTTP_LIMITS, WEB_PUSH_LIMITS } from '../../domain/limits/limits.ts';
import { isBrowserKey } from '../../web-push/push-services.ts';
import type { WebPush } from '../../web-push/web-push.ts';
import { okAnswer, sessionQuerySchema } from '../plumbing/answers/answers.ts';
import { invalidValue, notFound, tokenRefused, tooManyAttempts } from '../plumbing/answers/api-error.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { atMost } from '../plumbing/limits/request-limits.ts';
import { requireSession, type SignedIn } from '../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../plumbing/typed-instance.ts';

/**
 * Adds push/…: a device subscribes to web push, and its service worker tells what the user does with a pushed
 * call (decision D78). Where an account has no web push, all of it answers 404.
 */
export function addWebPush(app: TypedInstance, context: HttpContext): void {
  const { webPush, elapsedMs, now } = context;
  const { pushSubscriptions } = context.repositories;
  const maySubscribe = createKeyedRateLimit(WEB_PUSH_LIMITS.subscriptions, elapsedMs);

  async function requireWebPush(request: FastifyRequest): Promise<SignedIn & { webPush: WebPush }> {
    const signedIn = await requireSession(request, context);
    if (webPush === undefined || !(await webPush.isAllowed(signedIn.account))) throw notFound();
    return { ...signedIn, webPush };
  }

  app.get(
    PATHS.pushKey,
    { schema: { querystring: sessionQuerySchema, response: { 200: pushKeyAnswerSchema } } },
    async (request) => ({ key: (await requireWebPush(request)).webPush.publicKey }),
  );

  app.put(
    PATHS.pushSubscription,
    {
      schema: {
        querystring: sessionQuerySchema,
        body: pushSubscriptionSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account, tokenHash, isOfLink, webPush: push } = await requireWebPush(request);
      if (!maySubscribe(account.id)) throw tooManyAttempts();
      const { endpoint, keys, instance, staysLoggedIn, language } = request.body;
      if (!push.isPushService(endpoint)) {
        const service = URL.canParse(endpoint) ? new URL(endpoint).origin : 'unreadable';
        request.log.warn({ event: 'push_service_unknown', service });
        throw invalidValue('endpoint');
      }
      if (!isBrowserKey(keys.p256dh)) throw invalidValue('keys');
      const device = { endpoint, ...keys, instance: instance.toLowerCase(), language };
      // No browser logs in by itself with a link: its pushes end with the session.
      const stays = staysLoggedIn && !isOfLink;
      const subscription = { ...device, staysLoggedIn: stays, tokenHash, renewedAt: now() };
      // The session may have ended meanwhile.
      if (!(await pushSubscriptions.put(account.id, subscription, WEB_PUSH_LIMITS.devicesPerAccount)))
        throw tokenRefused(false);
      // The browser may have been another user's, or one device too many.
      void push.review();
      return okAnswer;
    },
  );

  app.delete(
    PATHS.pushSubscription,
    {
      schema: {
        querystring: z.extend(sessionQuerySchema, pushedDeviceSchema.shape),
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      await pushSubscriptions.removeDevice(account.id, request.query.instance.toLowerCase());
      void webPush?.review();
      return okAnswer;
    },
  );

  // A service worker has no session; the secret of the call and device is its right.
  const actions = [
    [PATHS.pushedCallRinging, 'ringing'],
    [PATHS.pushedCallReject, 'reject'],
  ] as const;
  for (const [path, action] of actions)
    app.post(
      path,
      {
        config: atMost(HTTP_LIMITS.pushedCallActions),
        schema: { body: pushedCallActionSchema, response: { 200: okAnswerSchema } },
      },
      async (request) => {
        if (webPush === undefined || !(await webPush[action](request.body.secret))) throw notFound();
        return okAnswer;
      },
    );
}
