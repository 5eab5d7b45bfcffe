import type { LoginAnswer } from '@samtal/api-contract';
import { CAPABILITY_KEYS, ERROR_CODES, loginRequestSchema, PATHS, SIP_PATH } from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { propertySetOf } from '../domain/account.ts';
import { loginRefusal } from '../domain/login-outcome.ts';
import { SESSIONS_PER_ACCOUNT } from '../domain/session-rules.ts';
import { ApiError } from './api-error.ts';
import type { HttpContext } from './http-context.ts';
import { createLoginThrottle } from './login-throttle.ts';
import type { TypedInstance } from './typed-instance.ts';

function sipServersFor(request: FastifyRequest, context: HttpContext): string {
  return context.sipWsUri ?? `${request.protocol === 'https' ? 'wss' : 'ws'}://${request.host}${SIP_PATH}`;
}

function refuseTooManyTries(reply: FastifyReply, waitMs: number): never {
  reply.header('Retry-After', Math.ceil(waitMs / 1000));
  throw new ApiError(429, ERROR_CODES.wrongCredentials, 'Too many tries');
}

/** POST user/login (API-04, API-05). */
export function addLogin(app: TypedInstance, context: HttpContext): void {
  const { repositories, hasher, now, createSecret, hashToken } = context;
  const throttle = createLoginThrottle(now);

  app.post(
    PATHS.login,
    { schema: { body: loginRequestSchema } },
    async (request, reply): Promise<LoginAnswer> => {
      const { body } = request;
      // Tokens stand for kiosk links; this server has minted none, so none can be right.
      if ('token' in body) throw new ApiError(400, ERROR_CODES.tokenInvalid);
      const key = `${request.ip} ${body.username.trim().toLowerCase()}`;
      const waitMs = throttle.waitMs(key);
      if (waitMs > 0) refuseTooManyTries(reply, waitMs);

      const account = await repositories.accounts.findByUsername(body.username);
      const isPasswordRight = await hasher.verify(body.password, account?.passwordHash);
      const refusal = loginRefusal(account, isPasswordRight);
      if (account === undefined || refusal !== undefined) {
        throttle.failed(key);
        throw new ApiError(400, refusal ?? ERROR_CODES.wrongCredentials);
      }
      throttle.succeeded(key);

      const securityToken = createSecret();
      const session = { tokenHash: hashToken(securityToken), accountId: account.id, lastUsedAt: now() };
      await repositories.sessions.add(session, SESSIONS_PER_ACCOUNT);
      return {
        remoteAddress: request.ip,
        sipPassword: body.willUseSipRegistration ? account.sipPassword : '',
        properties: { propertySet: propertySetOf(account) },
        capabilities: [{ key: CAPABILITY_KEYS.sipServers, value: sipServersFor(request, context) }],
        securityToken,
        uri: `sip:${account.addresses[0] ?? ''}`,
      };
    },
  );
}
