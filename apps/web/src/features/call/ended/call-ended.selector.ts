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
 * The sentence for each outcome, and whether it is a technical fault: then the button says "call back" instead of
 * "call again" (CALLSCR-10).
 */
const outcomes: Readonly<Record<RemoteOutcome, readonly [words: TextKey, isFault: boolean]>> = {
  busy: ['call.couldnotanswer', false],
  rejectedRemote: ['call.couldnotanswer', false],
  canceledRemote: ['call.missed', false],
  terminatedRemote: ['call.ended', false],
  failed: ['error.unknown', true],
  unknownNumber: ['call.unknownnumber', false],
  unregisteredNumber: ['call.unregisterednumber', false],
  authenticationError: ['error.authentication', true],
  tokenInvalid: ['error.invalidToken', true],
  tokenExpired: ['error.tokenExpiredInvalid', true],
};

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
  const isUnknownThere = isOtherService && ended.outcome === 'unknownNumber';
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
