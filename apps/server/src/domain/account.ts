import type { KeyValue } from '@samtal/api-contract';
import { PROPERTY_KEYS } from '@samtal/api-contract';

export type AccountStatus = 'active' | 'disabled' | 'unverified' | 'awaitingApproval';

/** Someone, or something, that can be called; a party is a service of the server itself and never logs in. */
export type Account = {
  readonly id: string;
  readonly kind: 'person' | 'party';
  readonly username: string;
  /** PHC string; absent = cannot log in with a password. */
  readonly passwordHash: string | undefined;
  /** Secret for SIP digest, made by the server (decision D8). */
  readonly sipPassword: string;
  readonly organisationId: number;
  readonly status: AccountStatus;
  /** `user@domain`; the first is the one a browser registers (LOGIN-17). */
  readonly addresses: readonly string[];
  /** What is not a field of its own: names, address, telephone numbers … */
  readonly properties: readonly KeyValue[];
};

/** The property set as the user API shows it; never the password (PROFILE-13, ledger 3.2). */
export function propertySetOf(account: Account): KeyValue[] {
  return [
    { key: PROPERTY_KEYS.username, value: account.username },
    { key: PROPERTY_KEYS.sipAddress, value: account.addresses.join('|') },
    { key: PROPERTY_KEYS.organisation, value: String(account.organisationId) },
    ...account.properties,
  ];
}
