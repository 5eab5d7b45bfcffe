import * as z from 'zod/mini';

/**
 * The smallest and the largest counter that solves a challenge of our server. Clients try the counters from 0
 * and show their progress relative to `most`.
 */
export const CAPTCHA_TRIES = { fewest: 50, most: 200 } as const;

/** A proof-of-work challenge of ALTCHA 2: find the counter whose derived key starts with `keyPrefix`. */
export const captchaChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    /** Hexadecimal. The password of the key derivation is the nonce and the counter (32 bits, big-endian). */
    nonce: z.string(),
    /** Hexadecimal. */
    salt: z.string(),
    /** Iterations of PBKDF2. */
    cost: z.number(),
    /** Length of the derived key in bytes. */
    keyLength: z.number(),
    /** Hexadecimal. */
    keyPrefix: z.string(),
    keySignature: z.exactOptional(z.string()),
    /** Seconds since the epoch. */
    expiresAt: z.exactOptional(z.number()),
  }),
  signature: z.exactOptional(z.string()),
});

export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;

/** A solved challenge. The client sends it as the query parameter `captcha`: JSON in base64. */
export const captchaAnswerSchema = z.object({
  challenge: captchaChallengeSchema,
  solution: z.object({
    counter: z.int().check(z.minimum(0)),
    /** Hexadecimal. */
    derivedKey: z.string(),
    /** Duration of the search in milliseconds. */
    time: z.exactOptional(z.number()),
  }),
});
