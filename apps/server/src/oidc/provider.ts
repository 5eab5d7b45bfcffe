import { createRemoteJWKSet, customFetch as joseFetch, type RemoteJWKSet } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Claims } from '../domain/accounts/provider-claims.ts';
import type { ShortLived } from '../domain/coordination/short-lived.ts';
import type { EventLog } from '../domain/event-log.ts';
import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';
import type { ProviderSession } from '../storage/repositories/repositories.ts';
import type { BegunSignIn } from './begun-sign-ins.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createLogoutTokens, type LogoutTokens } from './logout-tokens.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** Why a sign-in at the provider gave no person: it cannot be reached, its answer is not valid, the user went away. */
export type ProviderFault = 'unreachable' | 'failed' | 'cancelled';

/** A person that the provider has authenticated. */
export type Authenticated = ProviderSession & {
  readonly claims: Claims;
  /** When the person has last proved who they are, milliseconds since the epoch; undefined = not told. */
  readonly authenticatedAt: number | undefined;
};

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ProviderFault };

export type Started = Pick<BegunSignIn, 'state' | 'nonce' | 'verifier'> & { readonly address: string };

/** The OpenID Connect provider of the operator. It may be down, slow or wrong at any time; no function throws. */
export type Provider = {
  readonly settings: ProviderSettings;
  /**
   * Begins a sign-in: authorization code flow with PKCE, state and nonce.
   * @param isFresh the user must prove who they are, whatever the provider remembers
   */
  begin(redirectUri: string, isFresh: boolean): Promise<Result<Started>>;
  /** Ends a sign-in. @param returned the address to which the provider has sent the browser */
  finish(returned: URL, begun: BegunSignIn): Promise<Result<Authenticated>>;
  /** The address at which the provider ends its own session; undefined = it has none, or has not been reached yet. */
  signOutAddress(idToken: string, returnTo: string): string | undefined;
  readonly logoutTokens: LogoutTokens;
};

type Tools = {
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly shortLived: ShortLived;
  readonly log: Pick<EventLog, 'warn'>;
};

type Known = { readonly config: Configuration; readonly keys: RemoteJWKSet; readonly readAt: number };

/** The code and kind of an error; its message or cause may contain what the provider or the user has sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const told = 'error' in error && typeof error.error === 'string' ? error.error.slice(0, 40) : undefined;
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : undefined;
  return [error.name, code, told, cause].filter((each) => each !== undefined).join(' ');
}

/** Whether an error shows that no answer came, or one of a server that does not work. */
function isUnreachable(error: unknown): boolean {
  // The answer of the provider is the cause of an error.
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const status = 'status' in error ? Number(error.status) : 0;
  const code = 'code' in error ? error.code : undefined;
  return (
    status >= 500 ||
    ['TimeoutError', 'AbortError', 'AnswerTooLongError'].includes(error.name) ||
    code === 'OAUTH_TIMEOUT' ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    isUnreachable(error.cause)
  );
}

/** Whether the user has declined (RFC 6749 §4.1.2.1). */
const isCancelled = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError && error.error === 'access_denied';

export function createProvider(
  settings: ProviderSettings,
  { elapsedMs, now, shortLived, log }: Tools,
): Provider {
  const { issuer, clientId, clientSecret, scopes } = settings;
  const get = boundedFetch();
  const isPlain = new URL(issuer).protocol === 'http:';
  let known: Known | undefined;
  let reading: Promise<Known> | undefined;
  let failedAt: number | undefined;

  async function discover(): Promise<Known> {
    const config = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [customFetch]: get,
      timeout: PROVIDER_LIMITS.answerMs / 1000,
      execute: isPlain ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
    });
    const {
      jwks_uri: keys,
      authorization_endpoint: authorization,
      token_endpoint: token,
    } = config.serverMetadata();
    for (const address of [keys, authorization, token])
      if (address === undefined || (!isPlain && !address.startsWith('https:')))
        throw new Error('the provider names no address, or none with https', {
          cause: new TypeError('metadata'),
        });
    return {
      config,
      keys: createRemoteJWKSet(new URL(keys ?? ''), {
        [joseFetch]: get,
        timeoutDuration: PROVIDER_LIMITS.answerMs,
        cooldownDuration: PROVIDER_LIMITS.retryMs,
      }),
      readAt: elapsedMs(),
    };
  }

  function read(): Promise<Known> {
    reading ??= discover()
      .then((found) => {
        known = found;
        failedAt = undefined;
        return found;
      })
      .catch((error: unknown) => {
        failedAt = elapsedMs();
        log.warn({ event: 'provider_unreachable', issuer, reason: reasonOf(error) });
        throw error;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  /** What the provider says of itself. What is old is used while a new answer comes, or if none does. */
  async function metadata(): Promise<Known | undefined> {
    const hasFailed = failedAt !== undefined && elapsedMs() - failedAt < PROVIDER_LIMITS.retryMs;
    if (known !== undefined) {
      if (elapsedMs() - known.readAt > PROVIDER_LIMITS.metadataMs && !hasFailed)
        void read().catch(() => undefined);
      return known;
    }
    return hasFailed ? undefined : read().catch(() => undefined);
  }

  function faultOf(error: unknown): Result<never> {
    if (isCancelled(error)) return { ok: false, fault: 'cancelled' };
    log.warn({ event: 'provider_sign_in_failed', issuer, reason: reasonOf(error) });
    return { ok: false, fault: isUnreachable(error) ? 'unreachable' : 'failed' };
  }

  const unreachable = { ok: false, fault: 'unreachable' } as const;

  return {
    settings,
    async begin(redirectUri, isFresh) {
      const found = await metadata();
      if (found === undefined) return unreachable;
      const state = randomState();
      const nonce = randomNonce();
      const verifier = randomPKCECodeVerifier();
      const address = buildAuthorizationUrl(found.config, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return { ok: true, value: { state, nonce, verifier, address: address.href } };
    },
    async finish(returned, { state, nonce, verifier }) {
      const found = await metadata();
      if (found === undefined) return unreachable;
      const { config } = found;
      try {
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        if (idClaims === undefined || tokens.id_token === undefined) throw new Error('no ID token');
        const { iss, sub, sid, auth_time: authTime } = idClaims;
        const more =
          config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(config, tokens.access_token, sub);
        return {
          ok: true,
          value: {
            issuer: iss,
            subject: sub,
            sid: typeof sid === 'string' ? sid : undefined,
            idToken: tokens.id_token,
            claims: { ...more, ...idClaims },
            authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : undefined,
          },
        };
      } catch (error) {
        return faultOf(error);
      }
    },
    signOutAddress(idToken, returnTo) {
      if (known?.config.serverMetadata().end_session_endpoint === undefined) return undefined;
      try {
        return buildEndSessionUrl(known.config, {
          post_logout_redirect_uri: returnTo,
          ...(idToken.length <= PROVIDER_LIMITS.hintLength && { id_token_hint: idToken }),
        }).href;
      } catch {
        return undefined;
      }
    },
    logoutTokens: createLogoutTokens({
      clientId,
      now,
      shortLived,
      async source() {
        const found = await metadata();
        return found && { issuer: found.config.serverMetadata().issuer, keys: found.keys };
      },
    }),
  };
}
