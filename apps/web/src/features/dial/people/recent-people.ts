import type { HistoryEntry } from '@samtal/api-contract';
import type { KnownNames } from '../../../client/people/known-names.ts';
import { wasOverlooked } from '../../../client/records/missed-calls.ts';

/** A person or service of the latest calls, with the last of these calls. */
export type RecentPerson = {
  readonly name: string;
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly how: 'missed' | 'incoming' | 'outgoing';
};

/** How the history records a call to an address that no account has. */
const UNKNOWN = 'unknownNumber';

/**
 * The people of the latest calls, newest first and each once, under the user's own names for them. A call
 * to a number that does not exist reached no person.
 */
export function recentPeople(calls: readonly HistoryEntry[], names: KnownNames): readonly RecentPerson[] {
  const seen = new Set<string>();
  const people: RecentPerson[] = [];
  for (const call of calls) {
    const address = call.sipAddress.replace(/^sips?:/i, '');
    const key = address.toLowerCase();
    if (key === '' || seen.has(key) || call.outcome === UNKNOWN) continue;
    seen.add(key);
    const how = wasOverlooked(call) ? 'missed' : call.type;
    people.push({ name: names(address) ?? (call.contactName || address), address, at: call.timestamp, how });
  }
  return people;
}
