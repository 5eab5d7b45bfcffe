import * as z from 'zod/mini';
import { keyValueListSchema } from '../values/key-value.ts';

/** Body of user/login. A kiosk link sends `token` instead of username and password (API-04). */
export const loginRequestSchema = z.union([
  z.object({
    username: z.string().check(z.minLength(1), z.maxLength(255)),
    // Empty where the operator lets anonymous callers log in without a password.
    password: z.string().check(z.maxLength(1024)),
    force: z.boolean(),
    willUseSipRegistration: z.boolean(),
    /** The user keeps an account that is to be deleted (decision D96). */
    keepAccount: z.optional(z.boolean()),
  }),
  z.object({
    token: z.string().check(z.minLength(1), z.maxLength(1024)),
    force: z.boolean(),
    willUseSipRegistration: z.boolean(),
  }),
  z.object({
    /** The user has signed in at the provider; a cookie of the browser says so (decision D99). */
    withProvider: z.literal(true),
    force: z.boolean(),
    willUseSipRegistration: z.boolean(),
    keepAccount: z.optional(z.boolean()),
  }),
  z.object({
    /** The ticket of a log-in whose password was right (decision D100). */
    ticket: z.string().check(z.minLength(1), z.maxLength(128)),
    code: z.optional(z.string().check(z.maxLength(64))),
    /** `PasskeyProof`; checked by the server, so that the login page is without its schema. */
    passkey: z.optional(z.unknown()),
    force: z.boolean(),
    willUseSipRegistration: z.boolean(),
    keepAccount: z.optional(z.boolean()),
  }),
]);

export type LoginRequest = z.infer<typeof loginRequestSchema>;

export const loginAnswerSchema = z.object({
  /** The client's address as seen by the server. */
  remoteAddress: z.string(),
  /** Secret for SIP digest in this session; empty if the client did not request it (A-007, D48). */
  sipPassword: z.string(),
  properties: z.object({ propertySet: keyValueListSchema }),
  capabilities: keyValueListSchema,
  /** Opaque; expires 12 h after its last use. */
  securityToken: z.string(),
  /** `sip:` and the first address of SIP_ADDRESS. */
  uri: z.string(),
});

export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

export const propertySetAnswerSchema = z.object({ propertySet: keyValueListSchema });

export const okAnswerSchema = z.object({ status: z.literal('OK') });

/** Answer of user/logout. `signOutAt`: the page at which the provider ends its own session (decision D99). */
export const logoutAnswerSchema = z.object({
  status: z.literal('OK'),
  signOutAt: z.optional(z.string().check(z.regex(/^https?:/))),
});

/**
 * Answer of user/setProperty. A new password also changes the SIP secret of the session: `sipPassword` is the
 * new secret, for the next registrations (decision D8).
 */
export const propertySavedAnswerSchema = z.extend(okAnswerSchema, { sipPassword: z.optional(z.string()) });
