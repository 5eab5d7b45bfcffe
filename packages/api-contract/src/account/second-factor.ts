import * as z from 'zod/mini';
import { passkeyBytes, secondFactorProofSchema } from './second-factor-proof.ts';

const BASE = 'user/secondFactor';

/** Paths of the second factor; the login page needs none of them. */
export const SECOND_FACTOR_PATHS = {
  state: BASE,
  app: `${BASE}/app`,
  appConfirmation: `${BASE}/app/confirmation`,
  passkeys: `${BASE}/passkeys`,
  passkeyOptions: `${BASE}/passkeys/options`,
  recoveryCodes: `${BASE}/recoveryCodes`,
  removal: `${BASE}/removal`,
  challenge: `${BASE}/challenge`,
} as const;

/** Digits of a code of an authenticator app (RFC 6238), and how long one is shown. */
export const APP_CODE = { digits: 6, periodSeconds: 30 } as const;

/** Recovery codes that an account has at a time; each can be used once. */
export const RECOVERY_CODES = 10;

/** Passkeys that an account may have, and the length of their names. */
export const PASSKEY_LIMITS = { count: 10, nameLength: 60 } as const;

/** By what a user passes the second step of the log-in. */
export const SECOND_FACTORS = ['app', 'recovery', 'passkey'] as const;

export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** What an authenticator says when a passkey has been made (WebAuthn, `RegistrationResponseJSON`). */
export const passkeyMadeSchema = z.object({
  id: passkeyBytes,
  rawId: passkeyBytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: passkeyBytes,
    attestationObject: passkeyBytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(32))),
});

export type PasskeyMade = z.infer<typeof passkeyMadeSchema>;

/** Body of what changes the second factor: the password, and the second step where the account has one. */
export const strongProofSchema = z.object({
  password: z.optional(z.string().check(z.maxLength(1024))),
  ...secondFactorProofSchema,
});

export type StrongProof = z.infer<typeof strongProofSchema>;

/** Answer of GET user/secondFactor. */
export const secondFactorStateSchema = z.object({
  /** Whether this account may have one: it logs in with a password here, and the brand or its role say so. */
  isOffered: z.boolean(),
  /** Whether its log-in needs the second step now. */
  isOn: z.boolean(),
  /** Whether browsers can make passkeys for the address of this server; not for an IP address. */
  hasPasskeys: z.boolean(),
  /** When the authenticator app was added; absent = there is none. */
  appAddedAt: z.optional(z.number()),
  /** Recovery codes that have not been used. */
  recoveryCodes: z.number(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      addedAt: z.number(),
      lastUsedAt: z.optional(z.number()),
    }),
  ),
});

export type SecondFactorState = z.infer<typeof secondFactorStateSchema>;

/** Answer of POST user/secondFactor/app: the secret in base32, and the address that apps read from a QR code. */
export const newAppSchema = z.object({ secret: z.string(), address: z.string() });

export type NewApp = z.infer<typeof newAppSchema>;

/** Body of POST user/secondFactor/app/confirmation: a code that the app shows. */
export const appConfirmationSchema = z.object({ code: z.string().check(z.maxLength(64)) });

/** New recovery codes; they are shown once. Empty = the earlier ones stay. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** Body of POST user/secondFactor/passkeys. */
export const newPasskeySchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(PASSKEY_LIMITS.nameLength)),
  passkey: passkeyMadeSchema,
});

/** Body of POST user/secondFactor/removal: `app`, `all`, or the id of a passkey. */
export const factorRemovalSchema = z.object({
  ...strongProofSchema.shape,
  factor: z.string().check(z.minLength(1), z.maxLength(64)),
});

/** Body of POST user/secondFactor/challenge: `ticket` is of a log-in that waits for its second step. */
export const passkeyChallengeSchema = z.object({ ticket: z.optional(z.string().check(z.maxLength(128))) });

/** What the browser gives to an authenticator (WebAuthn, `PublicKeyCredentialRequestOptionsJSON` and `…CreationOptionsJSON`). */
export const webAuthnOptionsSchema = z.object({ options: z.unknown() });

/** A log-in whose password was right, and which waits for the second step. */
export type LoginStep = { readonly ticket: string; readonly factors: readonly SecondFactor[] };

/** The `failureText` of `secondFactorNeeded` and `secondFactorWrong` at a log-in. */
export const loginStepText = ({ ticket, factors }: LoginStep): string =>
  `Second step: ${ticket} ${factors.join(',')}`;

/** The step that a `failureText` names; undefined = it names none. */
export function loginStepIn(failureText: string | undefined): LoginStep | undefined {
  const [, ticket, factors = ''] = /^Second step: ([\w-]+) ([a-z,]*)$/.exec(failureText ?? '') ?? [];
  if (ticket === undefined) return undefined;
  const named = factors.split(',');
  return { ticket, factors: SECOND_FACTORS.filter((factor) => named.includes(factor)) };
}
