import type { ThreePeopleState } from '../state/three-people-state.ts';

/** Refused as a client would that does not know the method (RFC 3261 §21.4.15). */
export const BAD_EXTENSION = 420;
const DECLINED = 603;

/** The call of the user who is asked, was asked, or can be asked whether the other one may join. */
export const askedIn = (three: ThreePeopleState): string =>
  ('apart' in three ? three.apart?.ask : undefined) ?? three.callId;

/** Whether the user may ask once more: not one who has refused, and not for a client that cannot be in a call of three. */
export const canAskAgain = (three: ThreePeopleState): boolean =>
  three.phase === 'together'
    ? three.apart?.isLost === true
    : three.phase === 'failed' && three.isApart && ![DECLINED, BAD_EXTENSION].includes(three.status);
