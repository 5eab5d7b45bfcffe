import { type CallStatus, type ClientState, callStatusOf } from '@samtal/call-core';

/** A call that stands so leaves the routes where they are (ROUTE-27); a caller who gave up leaves no screen behind. */
const withoutScreen: readonly (CallStatus | undefined)[] = [
  undefined,
  'COMPLETED',
  'CANCELED_REMOTE',
  'AUTHENTICATION_ERROR',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
];

/** Whether the call has the screen now, in place of the routes. */
export function needsCallScreen({ call }: ClientState): boolean {
  const isCutOff = call.phase === 'ended' && call.isCutOff === true;
  return isCutOff || !withoutScreen.includes(callStatusOf(call));
}
