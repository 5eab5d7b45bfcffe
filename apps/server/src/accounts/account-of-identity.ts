import { type Brand, isUsername, PROPERTY_KEYS } from '@samtal/api-contract';
import { type Account, propertyOf } from '../domain/accounts/account.ts';
import { type ProviderPerson, plainName, usernamesFrom } from '../domain/accounts/provider-claims.ts';
import { isTrustedName } from '../domain/accounts/reserved-names.ts';
import { PROVIDER_LIMITS } from '../domain/limits/limits.ts';
import type { Audit } from '../domain/security-event.ts';
import type { Identity, Repositories } from '../storage/repositories/repositories.ts';
import { isNameInUse, isNameReserved } from './name-reservation.ts';

/** Why a person of a provider has no account here. `connectFirst`: an account has their e-mail address. */
export type NoAccount = 'notAdmitted' | 'noAccount' | 'connectFirst';

export type AccountSearch =
  | { readonly ok: true; readonly accountId: string }
  | { readonly ok: false; readonly why: NoAccount };

type Tools = {
  readonly repositories: Repositories;
  readonly brand: Brand;
  readonly sipDomain: string;
  readonly createSecret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly audit: Audit;
};

type Rules = {
  readonly makesAccounts: boolean;
  readonly matchesEmail: boolean;
  readonly hasPasswords: boolean;
};

type Newcomer = { readonly identity: Identity; readonly person: ProviderPerson; readonly address: string };

/**
 * Whether the user has proved the e-mail address. Otherwise a stranger could register with the address of a person, or
 * an administrator add an account with it, and wait for the person to log in with the provider.
 */
const isEmailProved = (account: Account): boolean =>
  account.verifiedEmail !== undefined &&
  account.verifiedEmail === propertyOf(account, PROPERTY_KEYS.email).trim().toLowerCase();

/**
 * Whether an e-mail address is not enough to find an account: it has a role or a second factor. A stolen session is enough to
 * set another address, with which the thief could log in at the provider. Where there are no passwords, users have no other
 * way to connect their account.
 */
const isGuarded = async (
  account: Account,
  { hasPasswords }: Rules,
  { repositories }: Tools,
): Promise<boolean> =>
  hasPasswords && (account.role !== undefined || (await repositories.secondFactors.isOn(account.id)));

const propertiesOf = ({ forename, surname, email }: ProviderPerson) =>
  [
    { key: PROPERTY_KEYS.firstName, value: forename },
    { key: PROPERTY_KEYS.lastName, value: surname },
    { key: PROPERTY_KEYS.email, value: email ?? '' },
  ].filter(({ value }) => value !== '');

/** Makes an account without a password, with the first username that is allowed and free. */
async function makeAccount({ identity, person, address }: Newcomer, tools: Tools): Promise<string> {
  const { repositories, brand, sipDomain, createSecret, now, audit } = tools;
  const isEmailTaken =
    person.email !== undefined && (await repositories.accounts.findByEmail(person.email)) !== undefined;
  // With a number behind it, a name such as `admin` would still be taken for that of the operator.
  const names = person.names.filter(
    (name) => !isNameInUse(plainName(name), { brand }) && !isTrustedName(plainName(name), []),
  );
  const properties = propertiesOf(isEmailTaken ? { ...person, email: undefined } : person);
  const random = (): string =>
    `user-${createSecret()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '0')}`;
  for (const username of [
    ...usernamesFrom(names, PROVIDER_LIMITS.usernames),
    ...Array.from({ length: 3 }, random),
  ]) {
    if (!isUsername(username, brand.registration)) continue;
    if (await isNameReserved(username, { brand, repositories, sipDomain })) continue;
    const account = await repositories.accounts.add({
      kind: 'person',
      username,
      passwordHash: undefined,
      organisationId: brand.registration.defaultOrganisation,
      status: 'active',
      addresses: [`${username}@${sipDomain}`],
      properties,
    });
    if (account === undefined) continue;
    audit({ event: 'account_created', account: username, address, detail: 'provider' });
    // The provider has verified the address, else it would not be in the account.
    await repositories.accounts.noteEmailVerified(account.id);
    if (await repositories.identities.connect({ ...identity, accountId: account.id, connectedAt: now() }))
      return account.id;
    // Another request of the same person was faster.
    await repositories.accounts.remove(account.id);
    audit({ event: 'account_removed', account: username, address, detail: 'provider' });
    const connected = await repositories.identities.find(identity);
    if (connected !== undefined) return connected.accountId;
  }
  throw new Error('no username is allowed by registration.usernameRegex and free');
}

/**
 * The account of a person that a provider has authenticated (decision D99): the one that is connected with the identity,
 * the one with the same verified e-mail address where the operator allows that, or a new one. An account is never
 * found by a name or an address alone, and one with a role or a second factor only by its identity (decision D100).
 */
export async function accountOfIdentity(
  newcomer: Newcomer,
  rules: Rules,
  tools: Tools,
): Promise<AccountSearch> {
  const { identity, person, address } = newcomer;
  const { repositories, now, audit } = tools;
  if (!person.isAdmitted) return { ok: false, why: 'notAdmitted' };
  const connected = await repositories.identities.find(identity);
  if (connected !== undefined) return { ok: true, accountId: connected.accountId };
  const namesake =
    person.email === undefined ? undefined : await repositories.accounts.findByEmail(person.email);
  const isPerson = namesake?.kind === 'person' && namesake.status !== 'unverified';
  const isMatched =
    isPerson && rules.matchesEmail && isEmailProved(namesake) && !(await isGuarded(namesake, rules, tools));
  if (isMatched) {
    const accountId = namesake.id;
    if (!(await repositories.identities.connect({ ...identity, accountId, connectedAt: now() })))
      return { ok: false, why: 'connectFirst' };
    audit({ event: 'identity_connected', account: namesake.username, address, detail: 'email' });
    return { ok: true, accountId };
  }
  if (isPerson && rules.hasPasswords) return { ok: false, why: 'connectFirst' };
  if (!rules.makesAccounts) return { ok: false, why: 'noAccount' };
  return { ok: true, accountId: await makeAccount(newcomer, tools) };
}
