import type { CallBlock, CallState, Intents, RefusalReason, RemoteOutcome } from '@samtal/call-core';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import type { TextKey } from '../../../i18n/index.ts';
import type { CallEndedProps } from './CallEnded.tsx';

type Ended = Extract<CallState, { phase: 'ended' }>;

/** The sentence for each reason why the callee did not take the call. */
const refusals: Readonly<Record<RefusalReason, TextKey>> = {
  noAnswer: 'call.noanswer',
  notReachable: 'call.notreachable',
  couldNotAnswer: 'call.couldnotanswer',
  busy: 'call.couldnotanswer',
};

/**
 * The sentence for each outcome; whether it is a technical fault: then the button says "call back" instead of "call
 * again" (CALLSCR-10); and whether no account has the number.
 */
const outcomes: Readonly<
  Record<RemoteOutcome, readonly [words: TextKey, isFault: boolean, isUnknown: boolean]>
> = {
  busy: ['call.couldnotanswer', false, false],
  rejectedRemote: ['call.couldnotanswer', false, false],
  canceledRemote: ['call.missed', false, false],
  terminatedRemote: ['call.ended', false, false],
  failed: ['error.unknown', true, false],
  unknownNumber: ['call.unknownnumber', false, true],
  unregisteredNumber: ['call.unregisterednumber', false, false],
  authenticationError: ['error.authentication', true, false],
  tokenInvalid: ['error.invalidToken', true, false],
  tokenExpired: ['error.tokenExpiredInvalid', true, false],
};

/** Whether no account has the number that was called: it can be corrected, but no contact can be made of it. */
export const isUnknownNumber = ({ outcome }: Ended): boolean => outcomes[outcome][2];

function wordsOf({ outcome, refusal, isCutOff, isBroken, isMissed }: Ended): TextKey {
  // The caller cancelled while the answered call was being set up (STATE-19, decision D36).
  if (isMissed === true) return 'call.missed';
  if (isCutOff === true || isBroken === true) return 'call.cut_off';
  return outcome === 'rejectedRemote' && refusal !== undefined ? refusals[refusal] : outcomes[outcome][0];
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether the address belongs to another service than the user's own address. */
export const isForeign = (address: string, ownAddress: string): boolean =>
  address.includes('@') && domainOf(address) !== domainOf(ownAddress);

/**
 * Props of the screen after a call (CALLSCR-07 … -10, -14).
 * @param isOtherService whether an unknown address is called one of another service, and no unknown number
 * (decision D63)
 */
export function selectCallEnded(
  ended: Ended,
  blockedBy: CallBlock | undefined,
  { callAgain, dismiss }: Pick<Intents, 'callAgain' | 'dismiss'>,
  isOtherService = false,
): CallEndedProps {
  const isUnknownThere = isOtherService && isUnknownNumber(ended);
  return {
    name: isUnknownThere ? ended.call.remoteUser.address : nameOf(ended.call.remoteUser),
    words: isUnknownThere ? 'call.unknownaddress' : wordsOf(ended),
    message: ended.words,
    isFault: ended.isMissed !== true && outcomes[ended.outcome][1],
    blockedBy,
    onCallAgain: blockedBy === undefined ? callAgain : undefined,
    onCancel: dismiss,
  };
}
