import type { RemoteUser } from '@samtal/call-core';
import { useCallback } from 'react';
import { type Person } from '../people/known-names.ts';
import { personOf, type SeenPerson } from '../people/person-of.ts';
import { useKnownPeople } from './use-client.ts';
import { useFeature } from './use-feature.ts';

/** Returns a function that finds the person behind an address, as every screen shows them (decision D61). */
export function usePersonOf(): (seen: SeenPerson) => Person {
  const known = useKnownPeople();
  return useCallback((seen: SeenPerson) => personOf(seen, known), [known]);
}

/**
 * Returns a function that tells whether the shown name of a remote user is only what they call themselves;
 * always false where names of the organisation are off, because then no name is marked.
 */
export function useNameClaim(): (remoteUser: RemoteUser) => boolean {
  const nameOf = usePersonOf();
  const isOn = useFeature('colleagueNames');
  return ({ address, displayName }) => isOn && nameOf({ address, claimed: displayName }).source === 'claim';
}
