import type { InSightText, Span, ThreePeopleState } from '../state/three-people-state.ts';

/** The own text of a call. */
type OwnTextOf = (callId: string) => string;

type Written = Pick<Extract<ThreePeopleState, { phase: 'failed' }>, 'written' | 'shared'>;

/** Where each call has the own text that was written to both, when both are in sight no more. */
export function writtenToBoth(three: ThreePeopleState, ownTextOf: OwnTextOf): Written {
  if (!('before' in three)) return {};
  const { before, shared } = three;
  const spans = Object.entries(before).map(([id, from]): [string, Span] => [
    id,
    [from, ownTextOf(id).length],
  ]);
  const isWritten = spans.some(([, [from, to]]) => to > from);
  return { ...(isWritten && { written: Object.fromEntries(spans) }), ...(shared && { shared }) };
}

/** How many UTF-16 units at the start of both are the same, in whole characters. */
function sameUnits(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return /[\uD800-\uDBFF]$/.test(one.slice(0, count)) ? count - 1 : count;
}

/**
 * The own text of each call that only its reader has, when both calls come into sight. Text that was written to both at an
 * earlier time goes on if nothing has followed it; else it is noted, so that the conversation has it once.
 */
export function textInSight(three: ThreePeopleState, ownTextOf: OwnTextOf): InSightText {
  const { callId, otherId } = three;
  const [one, other] = [ownTextOf(callId), ownTextOf(otherId)];
  const { written = {}, shared } = three.phase === 'failed' ? three : {};
  const whole = { [callId]: one.length, [otherId]: other.length };
  const [first, second] = [written[callId], written[otherId]];
  if (first === undefined || second === undefined) return { before: whole };
  const [[from, to], [otherFrom]] = [first, second];
  const [later, otherLater] = [one.slice(from), other.slice(otherFrom)];
  if (later === otherLater)
    return { before: { [callId]: from, [otherId]: otherFrom }, ...(shared && { shared }) };
  const length = Math.min(sameUnits(later, otherLater), to - from);
  const spans = (id: string, start: number): readonly Span[] => [
    ...(shared?.[id] ?? []),
    [start, start + length],
  ];
  return { before: whole, shared: { [callId]: spans(callId, from), [otherId]: spans(otherId, otherFrom) } };
}
