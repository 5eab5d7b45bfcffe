import { PROVIDER_PATHS } from '@samtal/api-contract';
import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS, PROVIDER_LIMITS } from '../../domain/limits/limits.ts';
import type { SignIn } from '../../oidc/sign-in.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { atMost } from '../plumbing/limits/request-limits.ts';
import { readForms } from '../plumbing/read-form.ts';

/** The token in the body of the form; '' = there is none, or it is too long. */
function tokenIn(body: unknown): string {
  const token = body instanceof URLSearchParams ? (body.get('logout_token') ?? '') : '';
  return token.length <= PROVIDER_LIMITS.logoutTokenLength ? token : '';
}

/**
 * POST oidc/backchannel-logout: the provider has ended a session of its own, so the sessions that began with it end
 * here, and their open pages lead to the login (OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8).
 */
export function addBackchannelLogout(app: FastifyInstance, context: HttpContext, { provider }: SignIn): void {
  const { repositories, changes, audit } = context;
  readForms(app, (form) => form);
  app.post(
    PROVIDER_PATHS.backchannelLogout,
    { config: atMost(PROVIDER_LIMITS.requests) },
    async (request, reply) => {
      const verdict = await provider.logoutTokens.verify(tokenIn(request.body));
      if (!verdict.ok && verdict.isUnreachable)
        return reply
          .code(503)
          .header('Retry-After', HTTP_LIMITS.retryAfterSeconds)
          .send({ error: 'temporarily_unavailable' });
      if (!verdict.ok) {
        audit({ event: 'logout_token_refused', address: request.ip });
        return reply.code(400).send({ error: 'invalid_request' });
      }
      const accounts = await repositories.sessions
        .endAtProvider(verdict.ended)
        .catch(async (error: unknown) => {
          await verdict.takeBack();
          throw error;
        });
      for (const accountId of accounts) {
        const account = await repositories.accounts.findById(accountId);
        audit({ event: 'sessions_ended_by_provider', account: account?.username, address: request.ip });
        changes.publish(accountId, 'sessions');
      }
      return reply.code(200).send();
    },
  );
}
