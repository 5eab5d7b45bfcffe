import * as z from 'zod/mini';
import { organisationNumberSchema } from './listing.ts';

/** The longest time for which a one-click link works. */
export const LINK_DAYS = 3650;

/** Body of POST console/links. */
export const kioskLinkToMakeSchema = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  /** Number or SIP address that it calls; without a domain in the domain of the server. */
  to: z.string().check(z.maxLength(255)),
  /** The person whose account it logs in to, without a password; absent = an anonymous caller. Operators only. */
  username: z.optional(z.string().check(z.maxLength(255))),
  /** Tones to send when the call is answered, groups separated by commas. */
  ivr: z.optional(z.string().check(z.maxLength(64))),
  /** Goes with the call, for the callee. */
  ref: z.optional(z.string().check(z.maxLength(255))),
  days: z.int().check(z.gte(1), z.lte(LINK_DAYS)),
  /** The organisation whose administrators see it, and may end it. */
  organisation: organisationNumberSchema,
});

export type KioskLinkToMake = z.infer<typeof kioskLinkToMakeSchema>;

/** Answer of GET console/links/{id}. */
export const listedLinkSchema = z.object({
  id: z.string(),
  /** '' = the operator's tool has made it. */
  name: z.string(),
  to: z.string(),
  username: z.optional(z.string()),
  ivr: z.string(),
  ref: z.string(),
  organisation: z.number(),
  /** Username; '' = the operator's tool. */
  madeBy: z.string(),
  /** Milliseconds since the epoch. */
  madeAt: z.number(),
  expiresAt: z.number(),
  /** Whether the user of the console may end it. */
  isChangeable: z.boolean(),
  /** Whether the user of the console may read its address. */
  isShown: z.boolean(),
});

export type ListedLink = z.infer<typeof listedLinkSchema>;

/** Answer of GET console/links: a page of the links that work, the newest first. */
export const kioskLinksSchema = z.object({
  links: z.array(listedLinkSchema),
  next: z.optional(z.string()),
  /** Whether one-click calls are on in the brand. */
  isOn: z.boolean(),
  /** Whether the user of the console may make links. */
  mayMake: z.boolean(),
});

export type KioskLinks = z.infer<typeof kioskLinksSchema>;

/** Answer of GET console/links/{id}/address. */
export const kioskLinkAddressSchema = z.object({ address: z.string() });

/** Answer of POST console/links. */
export const kioskLinkMadeSchema = z.object({
  id: z.string(),
  address: z.string(),
  /** Whether an account, a service or an entry of the directory has the address that it calls. */
  isKnown: z.boolean(),
});

export type KioskLinkMade = z.infer<typeof kioskLinkMadeSchema>;
