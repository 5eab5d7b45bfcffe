/** A part of a text, in UTF-16 units. */
export type TextRange = { readonly start: number; readonly end: number };

/** A possible difference between the text field and the text at the peer (decision D41). */
export type Doubt =
  /** Characters in the text field that may not have arrived. */
  | ({ readonly id: number; readonly kind: 'text' } & TextRange)
  /** Characters erased from the field that the peer may still show. */
  | { readonly id: number; readonly kind: 'erasure'; readonly text: string };

type Doubtful = { readonly target: string; readonly doubts: readonly Doubt[] };

/** The ranges of the text field that may not have arrived, in order. */
export const doubtfulRanges = ({ doubts }: Pick<Doubtful, 'doubts'>): readonly TextRange[] =>
  doubts.flatMap((doubt) => (doubt.kind === 'text' ? [{ start: doubt.start, end: doubt.end }] : []));

/** The text in the field that is not in doubt. Once no chunk is awaited, all of it was delivered. */
export function arrivedText({ target, doubts }: Doubtful): string {
  let from = 0;
  let arrived = '';
  for (const { start, end } of doubtfulRanges({ doubts })) {
    arrived += target.slice(from, start);
    from = end;
  }
  return arrived + target.slice(from);
}

/** A doubt and the text that may not have arrived, or that the peer may still show. */
export type DoubtInWords = {
  readonly id: number;
  readonly kind: Doubt['kind'];
  readonly text: string;
};

export const doubtsInWords = ({ target, doubts }: Doubtful): readonly DoubtInWords[] =>
  doubts.map((doubt) => {
    const { id, kind } = doubt;
    return { id, kind, text: doubt.kind === 'text' ? target.slice(doubt.start, doubt.end) : doubt.text };
  });

/**
 * Adds a range of the text field to the doubts; if the last range in doubt ends where this one starts, that
 * range is extended.
 */
export function withDoubtfulText(doubts: readonly Doubt[], { start, end }: TextRange): readonly Doubt[] {
  if (start >= end) return doubts;
  const last = doubts.findLastIndex(({ kind }) => kind === 'text');
  const before = doubts[last];
  return before?.kind === 'text' && before.end === start
    ? doubts.with(last, { ...before, end })
    : [...doubts, { id: doubts.length + 1, kind: 'text', start, end }];
}

export const withDoubtfulErasure = (doubts: readonly Doubt[], text: string): readonly Doubt[] => [
  ...doubts,
  { id: doubts.length + 1, kind: 'erasure', text },
];
