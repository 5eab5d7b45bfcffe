import type { CallState } from '../state/call-state.ts';
import type { CallStatus } from './call-status.ts';
import { callStatusOf } from './call-status.ts';

/** The specification's names for groups of statuses (STATE-03); A is the user, B the remote user. */
export type CallView = 'INCALL' | 'OUTGOING' | 'HANGUPA' | 'REJECTEDB';

const views: Readonly<Record<CallStatus, CallView | undefined>> = {
  CALLING: 'OUTGOING',
  ESTABLISHING: 'OUTGOING',
  ACCEPTED: 'INCALL',
  CANCELED_LOCAL: 'HANGUPA',
  REJECTED_LOCAL: 'HANGUPA',
  TERMINATED_LOCAL: 'HANGUPA',
  REJECTED_REMOTE: 'REJECTEDB',
  BUSY: 'REJECTEDB',
  TERMINATED_REMOTE: 'REJECTEDB',
  FAILED: 'REJECTEDB',
  UNKNOWN_NUMBER: 'REJECTEDB',
  UNREGISTERED_NUMBER: 'REJECTEDB',
  INCOMING_CALL: undefined,
  COMPLETED: undefined,
  CANCELED_REMOTE: undefined,
  AUTHENTICATION_ERROR: undefined,
  TOKEN_INVALID: undefined,
  TOKEN_EXPIRED: undefined,
};

/** The view for the status of `call`; undefined for a status without a view. */
export function callViewOf(call: CallState): CallView | undefined {
  const status = callStatusOf(call);
  return status === undefined ? undefined : views[status];
}
