import * as z from 'zod/mini';

/** How many tries a challenge of our server takes: a client can tell how far it has come. */
export const CAPTCHA_TRIES = { fewest: 50, most: 200 } as const;

/** A proof-of-work challenge as ALTCHA 2 writes it: find the counter whose derived key starts with `keyPrefix`. */
export const captchaChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    /** Hexadecimal; the derivation's password is nonce and counter (32 bits, big-endian). */
    nonce: z.string(),
    /** Hexadecimal. */
    salt: z.string(),
    /** Iterations of PBKDF2. */
    cost: z.number(),
    /** Bytes. */
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

/** What is sent back as the query parameter `captcha`: this, as JSON in base64. */
export const captchaAnswerSchema = z.object({
  challenge: captchaChallengeSchema,
  solution: z.object({
    counter: z.int().check(z.minimum(0)),
    /** Hexadecimal. */
    derivedKey: z.string(),
    /** Milliseconds it took. */
    time: z.exactOptional(z.number()),
  }),
});
