import type { Role } from '@samtal/api-contract';
import type { Account } from './account.ts';

/** What a role allows in the console (decision D98). */
export type Ability =
  /** Reads people. */
  | 'readPeople'
  /** Adds, changes and removes people, and reads all of them as a table. */
  | 'changePeople'
  | 'giveRoles'
  /** Reads the calls of all organisations. */
  | 'readCalls'
  /** Reads the audit. */
  | 'readAudit'
  /** Reads and changes the settings of organisations. */
  | 'changeSettings'
  /** Reads services, directory and one-click links. */
  | 'readListed'
  /** Adds, changes and removes them, as far as they are of an organisation that the role reaches. */
  | 'changeListed';

const ABILITIES: Readonly<Record<Role, readonly Ability[]>> = {
  operator: [
    'readPeople',
    'changePeople',
    'giveRoles',
    'readCalls',
    'readAudit',
    'changeSettings',
    'readListed',
    'changeListed',
  ],
  administrator: ['readPeople', 'changePeople', 'readAudit', 'readListed', 'changeListed'],
  support: ['readPeople', 'readCalls', 'readListed'],
};

export const isAble = (role: Role, ability: Ability): boolean => ABILITIES[role].includes(ability);

/** An account that has a role. */
export type Actor = Account & { readonly role: Role };

/** The organisation to which a role is limited; undefined = all. */
export const organisationOf = ({ role, organisationId }: Actor): number | undefined =>
  role === 'administrator' ? organisationId : undefined;

/** The organisation whose users find a service or an entry of the directory; undefined = every organisation. */
type Owned = { readonly organisationId: number | undefined };

/** Whether the actor may know of a service or an entry of the directory: of its own organisation, or of every one. */
export function isListedFor(actor: Actor, { organisationId }: Owned): boolean {
  const limit = organisationOf(actor);
  return limit === undefined || organisationId === undefined || organisationId === limit;
}

/** Whether the actor may add, change or remove it. What every organisation has is for operators. */
export function isListedChangeableBy(actor: Actor, { organisationId }: Owned): boolean {
  const limit = organisationOf(actor);
  return isAble(actor.role, 'changeListed') && (limit === undefined || organisationId === limit);
}

/** Whether the actor may know of this account. */
export function isVisibleTo(actor: Actor, { kind, organisationId }: Account): boolean {
  const limit = organisationOf(actor);
  return kind === 'person' && (limit === undefined || limit === organisationId);
}

/**
 * Whether the actor may change this account. Administrators may not change accounts with a role: a new password of such
 * an account would give them its role.
 */
export const isChangeableBy = (actor: Actor, account: Account): boolean =>
  isVisibleTo(actor, account) &&
  isAble(actor.role, 'changePeople') &&
  actor.id !== account.id &&
  (actor.role === 'operator' || account.role === undefined);
