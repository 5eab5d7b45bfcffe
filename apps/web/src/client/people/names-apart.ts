import type { RemoteUser } from '@samtal/call-core';
import { type KnownNames, withKnownName } from './known-names.ts';
import { nameOf } from './remote-user-name.ts';

/** What is left of a name when case, blanks and signs do not count. */
const coreOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The names of two remote users who are shown together, with their addresses where they would be taken for the same: users
 * choose their names themselves (decision D102).
 */
export function namesApart(one: RemoteUser, other: RemoteUser, names: KnownNames): readonly [string, string] {
  const [first, second] = [one, other].map((user) => nameOf(withKnownName(user, names))) as [string, string];
  return coreOf(first) === coreOf(second)
    ? [`${first} (${one.address})`, `${second} (${other.address})`]
    : [first, second];
}
