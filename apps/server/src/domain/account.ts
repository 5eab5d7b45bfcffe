import type { KeyValue } from '@samtal/api-contract';
import { PROPERTY_KEYS, valueOf } from '@samtal/api-contract';

export type AccountStatus = 'active' | 'disabled' | 'unverified' | 'awaitingApproval';

/**
 * Someone, or something, that can be called. A party is a service of the server itself and never logs in; an anonymous
 * account lives as long as the session it was made for.
 */
export type Account = {
  readonly id: string;
  readonly kind: 'person' | 'party' | 'anonymous';
  readonly username: string;
  /** PHC string; absent = cannot log in with a password. */
  readonly passwordHash: string | undefined;
  /** Secret for SIP digest of a server agent; those of people belong to their sessions (decision D48). */
  readonly sipPassword?: string | undefined;
  readonly organisationId: number;
  readonly status: AccountStatus;
  /** `user@domain`; the first is the one a browser registers (LOGIN-17). */
  readonly addresses: readonly string[];
  /** Language of the mails to this person, as the browser named it. */
  readonly language?: string | undefined;
  /** What is not a field of its own: names, address, telephone numbers … */
  readonly properties: readonly KeyValue[];
};

/** The property set as the user API shows it; never the password (PROFILE-13, ledger 3.2). */
export function propertySetOf(account: Account): KeyValue[] {
  const fixed = [
    { key: PROPERTY_KEYS.username, value: account.username },
    { key: PROPERTY_KEYS.sipAddress, value: account.addresses.join('|') },
    { key: PROPERTY_KEYS.organisation, value: String(account.organisationId) },
  ];
  // Anonymous callers all show one name, whatever their account is called.
  const shown = fixed.filter(({ key }) => !account.properties.some((property) => property.key === key));
  return [...shown, ...account.properties];
}

/** The value of a property, '' when there is none. */
export const propertyOf = (account: Account, key: string): string => valueOf(account.properties, key) ?? '';
