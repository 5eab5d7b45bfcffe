import { errors, jwtVerify, SignJWT } from 'jose';

/** The claims of a signed one-click link (KIOSK-05, A-112). */
export type KioskClaims = {
  /** The link in the database; absent = it works until it expires (decision D112). */
  readonly id?: string | undefined;
  /** The callee. */
  readonly to: string;
  /** The caller's username; absent = an anonymous caller. */
  readonly username?: string | undefined;
  readonly ivr?: string | undefined;
  readonly ref?: string | undefined;
};

export type KioskVerdict =
  | { readonly ok: true; readonly claims: KioskClaims }
  | { readonly ok: false; readonly isExpired: boolean };

export type KioskTokens = {
  /** @param madeAt milliseconds since the epoch; absent = now */
  mint(claims: KioskClaims, lifetimeMs: number, madeAt?: number): Promise<string>;
  verify(token: string): Promise<KioskVerdict>;
};

const ALGORITHM = 'HS256';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Creates and verifies the tokens of signed one-click links (JWT, RFC 7519). The algorithm is fixed, and a
 * token without an expiry is invalid.
 * @param secret at least 32 bytes (RFC 7518 §3.2)
 * @param now milliseconds since the epoch
 */
export function createKioskTokens(secret: Uint8Array, now: () => number): KioskTokens {
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  return {
    mint({ id, to, username, ivr, ref }, lifetimeMs, madeAt = now()) {
      const claims = Object.entries({ jti: id, to, username, ivr, ref }).filter(
        ([, value]) => value !== undefined,
      );
      return new SignJWT(Object.fromEntries(claims))
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(seconds(madeAt))
        .setExpirationTime(seconds(madeAt + lifetimeMs))
        .sign(secret);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          requiredClaims: ['exp', 'to'],
          currentDate: new Date(now()),
        });
        const to = textOf(payload['to']);
        if (to === undefined) return { ok: false, isExpired: false };
        const { username, ivr, ref } = payload;
        return {
          ok: true,
          claims: {
            id: textOf(payload.jti),
            to,
            username: textOf(username),
            ivr: textOf(ivr),
            ref: textOf(ref),
          },
        };
      } catch (error) {
        return { ok: false, isExpired: error instanceof errors.JWTExpired };
      }
    },
  };
}
