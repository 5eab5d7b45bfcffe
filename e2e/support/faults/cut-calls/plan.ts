import type { Wire } from './cut-call.ts';
import type { Cut } from './cuts.ts';
import { createRandom } from './random.ts';

export type PlannedCall = {
  readonly number: number;
  readonly cut: Cut;
  /** The text transport on which the call begins. */
  readonly wire: Wire;
  /** Seed of all other random choices in the call. */
  readonly seed: number;
};

/** Percent of the calls that begin on MESSAGE, if the cut allows it. */
const ON_MESSAGE = 45;

/** Plans `count` calls, each kind of cut as often as its share says. */
export function planCalls(seed: number, count: number, cuts: readonly Cut[]): readonly PlannedCall[] {
  const shares = cuts.flatMap((cut) => Array.from({ length: cut.share }, () => cut));
  const [first, ...others] = shares;
  if (first === undefined) return [];
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const random = createRandom(seed * 1000 + number);
    const cut = random.pick([first, ...others]);
    const wire = cut.needsChannel !== true && random.chance(ON_MESSAGE) ? 'message' : 'dataChannel';
    return { number, cut, wire, seed: random.below(2 ** 31) };
  });
}
