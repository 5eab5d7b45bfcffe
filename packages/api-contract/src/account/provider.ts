import * as z from 'zod/mini';

/** Paths at which the provider comes back to the server. */
export const PROVIDER_PATHS = {
  /** The provider sends the browser back to here. */
  callback: '/oidc/callback',
  /** The provider tells the server here that it has ended a session. */
  backchannelLogout: '/oidc/backchannel-logout',
} as const;

/** How a sign-in at the provider has ended, in the fragment of the page's address: `#signin=done`. */
export const PROVIDER_OUTCOMES = [
  /** The page may begin the session now. */
  'done',
  /** The user of the session has confirmed who they are. */
  'proved',
  /** The account may be used by this person of the provider from now on. */
  'connected',
  'cancelled',
  /** It took too long, or another browser has begun it or asked for it. */
  'expired',
  'failed',
  'unreachable',
  'notAdmitted',
  'noAccount',
  'connectFirst',
  /** Another person than that of the account has signed in. */
  'otherPerson',
  /** The account or the person of the provider is connected already. */
  'taken',
  'tooManyTries',
] as const;

export type ProviderOutcome = (typeof PROVIDER_OUTCOMES)[number];

const FRAGMENT = '#signin=';

export const outcomeFragment = (outcome: ProviderOutcome): string => `${FRAGMENT}${outcome}`;

/** The outcome in the fragment of an address; undefined = there is none. */
export const outcomeIn = (fragment: string): ProviderOutcome | undefined =>
  fragment.startsWith(FRAGMENT)
    ? PROVIDER_OUTCOMES.find((outcome) => outcome === fragment.slice(FRAGMENT.length))
    : undefined;

/** Answer of GET user/provider: how this account logs in. */
export const providerStateSchema = z.object({
  /** The name of the provider. */
  label: z.string(),
  /** The account has a password with which its user can log in. */
  hasPassword: z.boolean(),
  isConnected: z.boolean(),
  /** The user of this session has just signed in at the provider once more. */
  isProved: z.boolean(),
  /** Connecting needs the second step, because the log-in with the password does (decision D100). */
  needsSecondStep: z.boolean(),
});

export type ProviderState = z.infer<typeof providerStateSchema>;

/** Body of POST user/provider/ticket: connecting needs the password, and the second step where the account has one. */
export const providerTicketRequestSchema = z.object({
  purpose: z.enum(['prove', 'connect']),
  password: z.optional(z.string().check(z.maxLength(1024))),
  /** The path of the page to which the user returns. */
  returnPath: z.string().check(z.maxLength(1000)),
});

export type ProviderPurpose = z.infer<typeof providerTicketRequestSchema>['purpose'];

/** Answer of POST user/provider/ticket: it is good for one start. */
export const providerTicketSchema = z.object({ ticket: z.string() });
