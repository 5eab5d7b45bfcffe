import { EncryptJWT, jwtDecrypt } from 'jose';
import * as z from 'zod/mini';
import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';

/** A request of a logged-in user that needs a sign-in at the provider. */
const forSessionSchema = z.object({
  /** `prove`: the user confirms who they are; `connect`: the account may be used by the provider's person from now on. */
  purpose: z.enum(['prove', 'connect']),
  accountId: z.string(),
  /** Hash of the token of the session that asked. */
  tokenHash: z.string(),
  /** Hash of the cookie of the browser that asked: in another one its user would act for the account of a stranger. */
  askerHash: z.string(),
  /** The user has passed the second step of the log-in for this request (decision D100). */
  hasStep: z.boolean(),
  returnPath: z.string(),
});

const begunSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  begunAt: z.number(),
  wish: z.union([forSessionSchema, z.object({ purpose: z.literal('logIn'), returnPath: z.string() })]),
});

export type ForSession = z.infer<typeof forSessionSchema>;
/** A sign-in that has begun and of which the provider has not told the end. */
export type BegunSignIn = z.infer<typeof begunSchema>;

/** Keeps what has begun in a cookie of the browser that only this server can read and make. */
export type BegunSignIns = {
  seal(begun: BegunSignIn): Promise<string>;
  /** @returns undefined if this server has not sealed it, or the user has taken too long */
  open(sealed: string): Promise<BegunSignIn | undefined>;
};

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * @param key 32 random bytes; with another key users begin again
 * @param now milliseconds since the epoch
 */
export function createBegunSignIns(key: Uint8Array, now: () => number): BegunSignIns {
  return {
    seal: (begun) =>
      new EncryptJWT({ begun })
        .setProtectedHeader(HEADER)
        .setExpirationTime(new Date(now() + PROVIDER_LIMITS.begunMs))
        .encrypt(key),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
          requiredClaims: ['exp'],
          currentDate: new Date(now()),
        });
        return begunSchema.parse(payload['begun']);
      } catch {
        return undefined;
      }
    },
  };
}
