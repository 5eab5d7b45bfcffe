import { type CallStatus, type ClientState, callStatusOf } from '@samtal/call-core';

/** In these states the routes stay (ROUTE-27); a caller who hangs up before an answer leaves no screen. */
const withoutScreen: readonly (CallStatus | undefined)[] = [
  undefined,
  'COMPLETED',
  'CANCELED_REMOTE',
  'AUTHENTICATION_ERROR',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
];

/** Whether the call is shown now in place of the routes. */
export function needsCallScreen({ call }: ClientState): boolean {
  const isCutOff = call.phase === 'ended' && call.isCutOff === true;
  return isCutOff || !withoutScreen.includes(callStatusOf(call));
}
