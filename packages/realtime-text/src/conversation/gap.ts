import { commonPrefixLength } from '../common-length.ts';
import { graphemesEndingAfter } from '../t140/graphemes.ts';
import type { Doubt, TextRange } from './doubts.ts';
import { withDoubtfulErasure, withDoubtfulText } from './doubts.ts';

/** Length in UTF-16 units of the longest common prefix of all texts that splits no grapheme of any text. */
function commonStart([first = '', ...others]: readonly string[]): number {
  const texts = [first, ...others];
  let length = others.reduce(
    (least, other) => Math.min(least, commonPrefixLength(first, other)),
    first.length,
  );
  for (let before = -1; before !== length; ) {
    before = length;
    for (const text of texts) length = Math.min(length, graphemesEndingAfter(text, length).boundary);
  }
  return length;
}

/**
 * The texts that the reader may still see after `kept`, at most one per state. A text is left out if another
 * one starts with it.
 */
function leftovers(states: readonly string[], kept: string): readonly string[] {
  const all = states.map((state) => state.slice(commonStart([state, kept])));
  return [...new Set(all)].filter(
    (text) => text !== '' && !all.some((other) => other !== text && other.startsWith(text)),
  );
}

export type GapInput = {
  /** The text up to the last gap. */
  readonly settled: string;
  /**
   * The texts after `settled` that the reader may have now: the first if all awaited chunks were lost, the
   * last if all have arrived.
   */
  readonly states: readonly [string, ...string[]];
  /** The text field after `settled`. */
  readonly wanted: string;
  readonly doubts: readonly Doubt[];
};

export type GapOutput = {
  readonly settled: string;
  readonly target: string;
  readonly doubts: readonly Doubt[];
};

/**
 * Makes the sent part of the text field unchangeable, because the reader's copy of it is uncertain (decision
 * D41). Text that was sent and is still in the field stays there, in doubt. Letters that have surely arrived
 * and were then erased from the field are put back, because the number of backspaces that they need is
 * unknown.
 */
export function closeAtGap({ settled, states, wanted, doubts }: GapInput): GapOutput {
  const sent = states.at(-1) ?? '';
  const sure = commonStart(states);
  const kept = commonStart([sent, wanted]);
  const frozen = sent.slice(0, Math.max(sure, kept));
  const inDoubt: TextRange = { start: settled.length + sure, end: settled.length + frozen.length };
  return {
    settled: settled + frozen,
    target: settled + frozen + wanted.slice(kept),
    doubts: leftovers(states, frozen).reduce(withDoubtfulErasure, withDoubtfulText(doubts, inDoubt)),
  };
}
