import { errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import type { ShortLived } from '../domain/coordination/short-lived.ts';
import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';
import type { EndedAtProvider } from '../storage/repositories/repositories.ts';

/** Why a logout token does nothing: it is not valid, or the keys of the provider cannot be had now. */
export type LogoutVerdict =
  | {
      readonly ok: true;
      readonly ended: EndedAtProvider;
      /** The sessions could not be ended: the provider may send the token again. */
      readonly takeBack: () => Promise<void>;
    }
  | { readonly ok: false; readonly isUnreachable: boolean };

/** Logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0 §2.4, §2.6). */
export type LogoutTokens = {
  verify(token: string): Promise<LogoutVerdict>;
  /** Whether the provider has ended this sign-in since a time. @param since of the clock of `ShortLived` */
  hasEnded(
    signIn: { readonly subject: string; readonly sid: string | undefined },
    since: number,
  ): Promise<boolean>;
};

type Tools = {
  readonly clientId: string;
  readonly now: () => number;
  readonly shortLived: ShortLived;
  /** Issuer and keys of the provider; undefined = it cannot be reached. */
  readonly source: () => Promise<{ readonly issuer: string; readonly keys: RemoteJWKSet } | undefined>;
};

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures with a key that only the provider has: no `none`, and none with a secret that both know. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const seconds = (ms: number): number => ms / 1000;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= PROVIDER_LIMITS.claimLength
    ? value
    : undefined;

function isLogout({ events, nonce }: JWTPayload): boolean {
  if (nonce !== undefined || typeof events !== 'object' || events === null) return false;
  const event: unknown = Reflect.get(events, EVENT);
  return typeof event === 'object' && event !== null;
}

export function createLogoutTokens({ clientId, now, shortLived, source }: Tools): LogoutTokens {
  const refused = { ok: false, isUnreachable: false } as const;
  return {
    async verify(token) {
      const found = await source();
      if (found === undefined) return { ok: false, isUnreachable: true };
      let payload: JWTPayload;
      try {
        const verified = await jwtVerify(token, found.keys, {
          algorithms: ALGORITHMS,
          issuer: found.issuer,
          audience: clientId,
          requiredClaims: ['iat', 'jti', 'events'],
          maxTokenAge: seconds(PROVIDER_LIMITS.logoutTokenMs),
          clockTolerance: seconds(PROVIDER_LIMITS.skewMs),
          currentDate: new Date(now()),
        });
        payload = verified.payload;
      } catch (error) {
        const isTold = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
        return { ok: false, isUnreachable: !isTold };
      }
      const jti = textOf(payload.jti);
      const subject = textOf(payload.sub);
      const sid = textOf(payload['sid']);
      if (jti === undefined || (subject === undefined && sid === undefined) || !isLogout(payload))
        return refused;
      if (!(await shortLived.add('logoutToken', jti))) return refused;
      await shortLived.put('endedAtProvider', sid === undefined ? `sub ${subject ?? ''}` : `sid ${sid}`);
      return {
        ok: true,
        ended: { issuer: found.issuer, subject, sid },
        takeBack: async () => void (await shortLived.take('logoutToken', jti)),
      };
    },
    async hasEnded({ subject, sid }, since) {
      const keys = [`sub ${subject}`, ...(sid === undefined ? [] : [`sid ${sid}`])];
      const ended = await Promise.all(keys.map((key) => shortLived.find('endedAtProvider', key)));
      return ended.some((each) => each !== undefined && each.since >= since);
    },
  };
}
