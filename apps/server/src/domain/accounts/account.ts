import type { KeyValue, Role } from '@samtal/api-contract';
import { PERSON_STATUSES, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';

export const ACCOUNT_STATUSES = PERSON_STATUSES;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const isAccountStatus = (text: string): text is AccountStatus =>
  ACCOUNT_STATUSES.some((status) => status === text);

/**
 * An account that can be called. Kind `party` is a server agent and never logs in. An `anonymous` account
 * lives as long as the session that it was made for.
 */
export type Account = {
  readonly id: string;
  readonly kind: 'person' | 'party' | 'anonymous';
  readonly username: string;
  /** PHC string; absent = the account cannot log in with a password. */
  readonly passwordHash: string | undefined;
  /** SIP digest secret of a server agent; the secrets of people belong to their sessions (decision D48). */
  readonly sipPassword?: string | undefined;
  readonly organisationId: number;
  readonly status: AccountStatus;
  /** Addresses `user@domain`; a browser registers the first one (LOGIN-17). */
  readonly addresses: readonly string[];
  /** Language of the mails to this user, as the browser gave it. */
  readonly language?: string | undefined;
  /** What the account may do in the console; absent = nothing (decision D98). */
  readonly role?: Role | undefined;
  /** Whether the role came from the OpenID Connect provider, and goes with its claim (decision D107). */
  readonly isRoleOfProvider?: boolean | undefined;
  /** How often the role has changed: what a role allowed ends with it, also when it is given again. */
  readonly roleChanges?: number | undefined;
  /** How often the account was logged out everywhere: a log-in that had begun before ends with it. */
  readonly logOuts?: number | undefined;
  /** The e-mail address that the user has proved by a link, or at the provider, in small letters. */
  readonly verifiedEmail?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly lastLoginAt?: number | undefined;
  /** All data without a field of its own: names, address, telephone numbers … */
  readonly properties: readonly KeyValue[];
};

/**
 * The property set of an account as the user API returns it; it never contains the password (PROFILE-13,
 * docs/requirements.md 3.2).
 */
export function propertySetOf(account: Account): KeyValue[] {
  const fixed = [
    { key: PROPERTY_KEYS.username, value: account.username },
    { key: PROPERTY_KEYS.sipAddress, value: account.addresses.join('|') },
    { key: PROPERTY_KEYS.organisation, value: String(account.organisationId) },
  ];
  // A property replaces the fixed value of the same key: all anonymous callers show the same username,
  // whatever the username of their account is.
  const shown = fixed.filter(({ key }) => !account.properties.some((property) => property.key === key));
  return [...shown, ...account.properties];
}

/** The value of a property, '' when the account does not have it. */
export const propertyOf = (account: Account, key: string): string => valueOf(account.properties, key) ?? '';
