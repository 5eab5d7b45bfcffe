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

/** The secret that signs one-click links. */
export type KioskSecret = {
  /**
   * Reads the secret: at least 32 bytes (RFC 7518 §3.2). It is read again for each token, because another process may have
   * renewed it.
   */
  readonly read: () => Promise<Uint8Array>;
  /** Makes another one. */
  readonly renew: () => Promise<void>;
};

export type KioskTokens = {
  /** @param madeAt milliseconds since the epoch; absent = now */
  mint(claims: KioskClaims, lifetimeMs: number, madeAt?: number): Promise<string>;
  verify(token: string): Promise<KioskVerdict>;
  /** Makes every token invalid that was signed before. */
  renew(): Promise<void>;
};

const ALGORITHM = 'HS256';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Creates and verifies the tokens of signed one-click links (JWT, RFC 7519). The algorithm is fixed, and a
 * token without an expiry is invalid.
 * @param now milliseconds since the epoch
 */
export function createKioskTokens(secret: KioskSecret, now: () => number): KioskTokens {
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  return {
    async mint({ id, to, username, ivr, ref }, lifetimeMs, madeAt = now()) {
      const claims = Object.entries({ jti: id, to, username, ivr, ref }).filter(
        ([, value]) => value !== undefined,
      );
      return new SignJWT(Object.fromEntries(claims))
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(seconds(madeAt))
        .setExpirationTime(seconds(madeAt + lifetimeMs))
        .sign(await secret.read());
    },
    async verify(token) {
      const key = await secret.read();
      try {
        const { payload } = await jwtVerify(token, key, {
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
    renew: () => secret.renew(),
  };
}
