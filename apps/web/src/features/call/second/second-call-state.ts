import type { CallState, ClientState } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

export type Ringing = Extract<CallState, { phase: 'incoming' }>;

export const callBehind = ({ behind }: ClientState): CallState | undefined => behind?.call;

/** The emergency service that calls back while there are two calls (decision D89). */
export const callBack = ({ beside }: ClientState): Ringing | undefined =>
  beside?.call.phase === 'incoming' ? beside.call : undefined;

/** Whether both calls are part of a call of three, or become one (decision D102). */
export const isOfThree = ({ three }: ClientState): boolean =>
  three !== undefined && three.phase !== 'failed' && three.phase !== 'asked';

/** Whether a caller rings or waits behind the call. */
export const hasSecondCall = ({ behind }: ClientState): boolean =>
  behind?.call.phase === 'incoming' || behind?.call.phase === 'accepted';

/**
 * What the user reads about a call behind that is over; undefined for a call that was never answered, because a
 * notice names a missed caller, and the user rejected the other one.
 */
export function endedWords(call: CallState): TextKey | undefined {
  if (!('outcome' in call)) return undefined;
  if (call.outcome === 'terminatedRemote') return 'call.ended';
  if (call.outcome === 'terminatedLocal') return 'call.second.over';
  const isLost = call.phase === 'ended' && (call.isBroken === true || call.isCutOff === true);
  return isLost ? 'call.second.lost' : undefined;
}
