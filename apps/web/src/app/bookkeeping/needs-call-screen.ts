import { type CallStatus, type ClientState, callStatusOf } from '@samtal/call-core';

/**
 * Whether a call with this status has a screen; false = the page stays (ROUTE-27), for example when the
 * caller hangs up before an answer.
 */
const hasScreen: Readonly<Record<CallStatus, boolean>> = {
  CALLING: true,
  INCOMING_CALL: true,
  ACCEPTED: true,
  ESTABLISHING: true,
  COMPLETED: false,
  BUSY: true,
  REJECTED_LOCAL: true,
  REJECTED_REMOTE: true,
  CANCELED_LOCAL: true,
  CANCELED_REMOTE: false,
  FAILED: true,
  TERMINATED_LOCAL: true,
  TERMINATED_REMOTE: true,
  UNREGISTERED_NUMBER: true,
  AUTHENTICATION_ERROR: false,
  TOKEN_INVALID: false,
  TOKEN_EXPIRED: false,
  UNKNOWN_NUMBER: true,
};

/** Whether the call is shown now in place of the pages. */
export function needsCallScreen({ call }: ClientState): boolean {
  const isCutOff = call.phase === 'ended' && call.isCutOff === true;
  const status = callStatusOf(call);
  return isCutOff || (status !== undefined && hasScreen[status]);
}
