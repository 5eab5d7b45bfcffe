import { commonPrefixLength } from './common-length.ts';
import type { Doubt, TextRange } from './doubts.ts';
import { withDoubtfulErasure, withDoubtfulText } from './doubts.ts';
import { graphemesEndingAfter } from './graphemes.ts';

/** The longest common start of some texts that cuts a grapheme in none of them, in UTF-16 units. */
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

/** The texts that the reader may see behind `kept`, for each of `states`; a text that begins another is left out. */
function leftovers(states: readonly string[], kept: string): readonly string[] {
  const all = states.map((state) => state.slice(commonStart([state, kept])));
  return [...new Set(all)].filter(
    (text) => text !== '' && !all.some((other) => other !== text && other.startsWith(text)),
  );
}

export type GapInput = {
  /** Everything up to the last gap. */
  readonly settled: string;
  /** Each text behind it that the reader may have now, from the one without the lost chunks to the one with all. */
  readonly states: readonly [string, ...string[]];
  /** The text field behind `settled`. */
  readonly wanted: string;
  readonly doubts: readonly Doubt[];
};

export type GapOutput = {
  readonly settled: string;
  readonly target: string;
  readonly doubts: readonly Doubt[];
};

/**
 * Ends the part of a text that can still be changed, because nothing is known any more of what the reader has behind
 * it (decision D41). What was sent and is still in the field stays there, in doubt. Where letters that have surely
 * arrived were to be erased, they come back: how many backspaces that would take is not known any more.
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
