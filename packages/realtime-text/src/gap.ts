import { commonPrefixLength } from './common-length.ts';
import type { Doubt, TextRange } from './doubts.ts';
import { withDoubtfulErasure, withDoubtfulText } from './doubts.ts';
import { graphemesEndingAfter } from './graphemes.ts';

/** Length in UTF-16 units of the longest common prefix of the texts that splits no grapheme of them. */
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

/** The texts that the reader may see after `kept`, one per state; starts of other texts are left out. */
function leftovers(states: readonly string[], kept: string): readonly string[] {
  const all = states.map((state) => state.slice(commonStart([state, kept])));
  return [...new Set(all)].filter(
    (text) => text !== '' && !all.some((other) => other !== text && other.startsWith(text)),
  );
}

export type GapInput = {
  /** The text up to the last gap. */
  readonly settled: string;
  /** Each text after `settled` that the reader may have now, from no lost chunk to all of them. */
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
 * Closes the part of a text that can still be changed, because the reader's text after it is unknown
 * (decision D41). Text that was sent and is still in the field stays there, in doubt. Erased letters that
 * have surely arrived are put back, because the number of backspaces they would need is unknown.
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
