import type { HistoryEntry } from '@samtal/api-contract';
import type { LocalOutcome, RemoteOutcome } from '@samtal/call-core';
import type { KnownPeople, Person } from '../../client/people/known-names.ts';
import { wasOverlooked } from '../../client/records/missed-calls.ts';
import type { TextKey } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/Icon.tsx';

type Outcome = LocalOutcome | RemoteOutcome;

/** Text for each outcome of an unanswered outgoing call; `incoming` has the texts for incoming calls. */
const outgoing: Readonly<Record<Outcome, TextKey>> = {
  canceledLocal: 'history.out.canceled',
  rejectedLocal: 'history.out.failed',
  terminatedLocal: 'history.out.failed',
  busy: 'history.out.busy',
  rejectedRemote: 'history.out.noanswer',
  canceledRemote: 'history.out.failed',
  terminatedRemote: 'history.out.failed',
  failed: 'history.out.failed',
  unknownNumber: 'history.out.unknown',
  unregisteredNumber: 'history.out.notallowed',
  authenticationError: 'history.out.failed',
  tokenInvalid: 'history.out.failed',
  tokenExpired: 'history.out.failed',
};
const incoming: Readonly<Record<Outcome, TextKey>> = {
  canceledLocal: 'history.in.failed',
  rejectedLocal: 'history.in.declined',
  terminatedLocal: 'history.in.failed',
  busy: 'history.in.failed',
  rejectedRemote: 'history.in.failed',
  canceledRemote: 'history.in.missed',
  terminatedRemote: 'history.in.failed',
  failed: 'history.in.failed',
  unknownNumber: 'history.in.failed',
  unregisteredNumber: 'history.in.failed',
  authenticationError: 'history.in.failed',
  tokenInvalid: 'history.in.failed',
  tokenExpired: 'history.in.failed',
};

/** Whether there is a text for `outcome`; a record of another client or version may have any outcome. */
const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(outgoing, outcome);

type Ending = Pick<HistoryEntry, 'type' | 'answered' | 'outcome'>;

/** Direction and outcome of a call as text; an unknown outcome of an unanswered call counts as a failure. */
export function howItWent({ type, answered, outcome }: Ending): TextKey {
  const known = isKnown(outcome) ? outcome : 'failed';
  if (type === 'outgoing') return answered ? 'history.out.answered' : outgoing[known];
  return answered ? 'history.in.answered' : incoming[known];
}

export function signOf(entry: Ending): IconName {
  if (wasOverlooked(entry)) return 'callMissed';
  return entry.type === 'incoming' ? 'callIn' : 'callOut';
}

/** The remote user as the user or the organisation knows them, else as the call's record names them. */
export const personIn = (
  { sipAddress, contactName }: Pick<HistoryEntry, 'sipAddress' | 'contactName'>,
  known: KnownPeople,
): Person =>
  known(sipAddress) ?? {
    name: contactName || sipAddress,
    image: '',
    source: contactName === '' ? 'address' : 'claim',
  };
