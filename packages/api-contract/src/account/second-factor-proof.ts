import * as z from 'zod/mini';

/** Bytes in base64url, as WebAuthn writes them in JSON. */
export const passkeyBytes = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(8192));

/** What an authenticator says to a challenge (WebAuthn, `AuthenticationResponseJSON`). */
export const passkeyProofSchema = z.object({
  id: passkeyBytes,
  rawId: passkeyBytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: passkeyBytes,
    authenticatorData: passkeyBytes,
    signature: passkeyBytes,
    userHandle: z.optional(passkeyBytes),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(32))),
});

export type PasskeyProof = z.infer<typeof passkeyProofSchema>;

/** The second step: `code` is of an authenticator app, or a recovery code. */
export const secondFactorProofSchema = {
  code: z.optional(z.string().check(z.maxLength(64))),
  passkey: z.optional(passkeyProofSchema),
};
