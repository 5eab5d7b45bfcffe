import type { CallState, LocalOutcome, RemoteOutcome } from '../state/call-state.ts';

/** The 18 statuses of specification 000 §4 (STATE-01). */
export type CallStatus =
  | 'CALLING'
  | 'INCOMING_CALL'
  | 'ACCEPTED'
  | 'ESTABLISHING'
  | 'COMPLETED'
  | 'BUSY'
  | 'REJECTED_LOCAL'
  | 'REJECTED_REMOTE'
  | 'CANCELED_LOCAL'
  | 'CANCELED_REMOTE'
  | 'FAILED'
  | 'TERMINATED_LOCAL'
  | 'TERMINATED_REMOTE'
  | 'UNREGISTERED_NUMBER'
  | 'AUTHENTICATION_ERROR'
  | 'TOKEN_INVALID'
  | 'TOKEN_EXPIRED'
  | 'UNKNOWN_NUMBER';

const outcomes: Readonly<Record<LocalOutcome | RemoteOutcome, CallStatus>> = {
  canceledLocal: 'CANCELED_LOCAL',
  rejectedLocal: 'REJECTED_LOCAL',
  terminatedLocal: 'TERMINATED_LOCAL',
  busy: 'BUSY',
  rejectedRemote: 'REJECTED_REMOTE',
  canceledRemote: 'CANCELED_REMOTE',
  terminatedRemote: 'TERMINATED_REMOTE',
  failed: 'FAILED',
  unknownNumber: 'UNKNOWN_NUMBER',
  unregisteredNumber: 'UNREGISTERED_NUMBER',
  authenticationError: 'AUTHENTICATION_ERROR',
  tokenInvalid: 'TOKEN_INVALID',
  tokenExpired: 'TOKEN_EXPIRED',
};

/** The specification's name for the status of a call; undefined before the first call. */
export function callStatusOf(call: CallState): CallStatus | undefined {
  switch (call.phase) {
    case 'idle':
      return undefined;
    case 'incoming':
      return 'INCOMING_CALL';
    case 'calling':
      return 'CALLING';
    case 'establishing':
      return 'ESTABLISHING';
    case 'accepted':
      return 'ACCEPTED';
    case 'ending':
      return outcomes[call.outcome];
    case 'ended':
      // A lost connection ended the call (REG-03): its local ending is shown first, then COMPLETED.
      if (call.localEnding !== undefined) return outcomes[call.localEnding];
      return call.isCutOff === true ? 'COMPLETED' : outcomes[call.outcome];
    case 'completed':
      return 'COMPLETED';
  }
}
