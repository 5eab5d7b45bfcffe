import type { HistoryEntry } from '@samtal/api-contract';
import type { KnownNames } from '../../client/people/known-names.ts';
import { wasOverlooked } from '../../client/records/missed-calls.ts';
import type { TextKey } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/Icon.tsx';

const outgoing: Readonly<Record<string, TextKey>> = {
  busy: 'history.out.busy',
  rejectedRemote: 'history.out.noanswer',
  canceledLocal: 'history.out.canceled',
  unknownNumber: 'history.out.unknown',
  unregisteredNumber: 'history.out.notallowed',
};
const incoming: Readonly<Record<string, TextKey>> = {
  canceledRemote: 'history.in.missed',
  rejectedLocal: 'history.in.declined',
};

type Ending = Pick<HistoryEntry, 'type' | 'answered' | 'outcome'>;

/** Direction and outcome of a call as text; an unknown outcome of an unanswered call counts as a failure. */
export function howItWent({ type, answered, outcome }: Ending): TextKey {
  if (type === 'outgoing')
    return answered ? 'history.out.answered' : (outgoing[outcome] ?? 'history.out.failed');
  return answered ? 'history.in.answered' : (incoming[outcome] ?? 'history.in.failed');
}

export function signOf(entry: Ending): IconName {
  if (wasOverlooked(entry)) return 'callMissed';
  return entry.type === 'incoming' ? 'callIn' : 'callOut';
}

/** The contact name of the remote user, else the name at the time of the call. */
export function nameIn(
  { sipAddress, contactName }: Pick<HistoryEntry, 'sipAddress' | 'contactName'>,
  names: KnownNames,
): string {
  return names(sipAddress) ?? (contactName || sipAddress);
}
