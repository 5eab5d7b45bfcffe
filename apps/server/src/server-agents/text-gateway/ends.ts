import type { Leg } from './leg.ts';
import { otherSide, type Side } from './text-negotiation.ts';

/** An end of a call through the gateway. */
export type End = 'caller' | 'callee';

export type Ends = {
  readonly caller: Leg;
  /** Undefined until the callee has answered. */
  callee: Leg | undefined;
  /** Whether the caller is the user or the phone; its offer shows it. */
  callerSide: Side;
};

export const otherEnd = (end: End): End => (end === 'caller' ? 'callee' : 'caller');

export const sideOf = ({ callerSide }: Ends, end: End): Side =>
  end === 'caller' ? callerSide : otherSide(callerSide);
