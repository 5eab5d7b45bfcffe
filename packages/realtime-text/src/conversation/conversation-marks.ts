import type { Run } from './conversation.ts';
import type { TextRange } from './doubts.ts';

/**
 * Sets `cutBefore` on the first run of `author` that is still kept, if earlier text was cut off.
 * @param cut number of UTF-16 units of the author's text that were cut off
 */
export function markCut<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  cut: number,
): readonly Known[] {
  const first = conversation.findIndex((run) => run.author === author);
  const run = conversation[first];
  return run === undefined || cut === 0 ? conversation : conversation.with(first, { ...run, cutBefore: cut });
}

/** Splits `text`, which begins at `offset` of this user's whole text, into parts in doubt and other parts. */
function partsOf(text: string, offset: number, ranges: readonly TextRange[]) {
  const borders = ranges
    .flatMap(({ start, end }) => [start - offset, end - offset])
    .filter((border) => border > 0 && border < text.length);
  return [0, ...borders].map((from, index) => ({
    text: text.slice(from, borders[index]),
    isDoubtful: ranges.some(({ start, end }) => start <= offset + from && offset + from < end),
  }));
}

/**
 * Splits runs of this user so that text that may not have arrived has its own runs.
 * @param ranges the text in doubt, as ranges of this user's whole text, in order
 */
export function markDoubts<Known extends Run>(
  conversation: readonly Known[],
  ranges: readonly TextRange[],
): readonly Known[] {
  if (ranges.length === 0) return conversation;
  let offset = 0;
  return conversation.flatMap((run) => {
    if (run.author !== 'own') return [run];
    const parts = partsOf(run.text, offset, ranges);
    offset += run.text.length;
    return parts.map(({ text, isDoubtful }) => ({ ...run, text, ...(isDoubtful ? { isDoubtful } : {}) }));
  });
}
