import { commonPrefixLength, commonSuffixLength } from './common-length.ts';
import type { TextRange } from './doubts.ts';

/** Text of one author without a break by the other. */
export type Run = {
  readonly author: 'own' | 'other';
  readonly text: string;
  /** UTF-16 units of this author before the run that are no longer kept; only in the author's first run. */
  readonly cutBefore?: number;
  /** Text of this user that may not have arrived (decision D41). */
  readonly isDoubtful?: true;
};

/**
 * The text of two users in order of arrival (RTT-14, A-049). The runs of one author, joined, are all of that
 * author's text. A run is closed once it ends with a line break and the other author has written after it.
 * Until then its author's text is added to it, so that two users who write at the same time do not split each
 * other's words.
 */
export type Conversation = readonly Run[];

export const emptyConversation: Conversation = [];

/** The text that a change removes and inserts. */
type Change = { readonly start: number; readonly removed: number; readonly inserted: string };

function changeBetween(before: string, after: string): Change {
  const start = commonPrefixLength(before, after);
  const same = commonSuffixLength(before, after, start);
  return { start, removed: before.length - start - same, inserted: after.slice(start, after.length - same) };
}

/** Whether more text of its author is added to the run at `index`. */
const isOpen = (conversation: readonly Run[], index: number): boolean =>
  index === conversation.length - 1 || conversation[index]?.text.endsWith('\n') === false;

/** Removes the first units of `author` that the author's text no longer has. */
function withoutStart<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  cut: number,
): readonly Known[] {
  let left = cut - (conversation.find((run) => run.author === author)?.cutBefore ?? 0);
  if (left <= 0) return conversation;
  const rest = conversation.map((run) => {
    if (run.author !== author || left === 0) return run;
    const taken = Math.min(left, run.text.length);
    left -= taken;
    return { ...run, text: run.text.slice(taken) };
  });
  return rest.filter(({ text }) => text !== '');
}

function withMark<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  cut: number,
): readonly Known[] {
  const first = conversation.findIndex((run) => run.author === author);
  const run = conversation[first];
  return run === undefined || run.cutBefore === cut
    ? conversation
    : conversation.with(first, { ...run, cutBefore: cut });
}

/**
 * The conversation after `author`'s whole text has become `text`; the other author's text is unchanged (T14).
 * Other fields of a run, such as its start time, stay with it.
 * @param cut number of UTF-16 units of the author before `text` that are no longer kept
 */
export function authorWrote<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  text: string,
  cut = 0,
): readonly (Known | Run)[] {
  if (cut === 0) return write(conversation, author, text);
  return withMark(write(withoutStart(conversation, author, cut), author, text), author, cut);
}

function write<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  text: string,
): readonly (Known | Run)[] {
  const before = conversation.map((run) => (run.author === author ? run.text : '')).join('');
  if (text === before) return conversation;
  const { start, removed, inserted } = changeBetween(before, text);
  const lastOwn = conversation.findLastIndex((run) => run.author === author);
  const opensRun = start === before.length && !(lastOwn >= 0 && isOpen(conversation, lastOwn));
  if (opensRun) return [...conversation, { author, text: inserted }];

  let offset = 0;
  let toInsert = inserted;
  const changed = conversation.map((run, index) => {
    if (run.author !== author) return run;
    const from = Math.max(0, start - offset);
    const to = Math.max(0, start + removed - offset);
    offset += run.text.length;
    const holdsStart = from < run.text.length || index === lastOwn;
    if (!holdsStart) return run;
    const words = toInsert;
    toInsert = '';
    return words === '' && to === 0
      ? run
      : { ...run, text: run.text.slice(0, from) + words + run.text.slice(to) };
  });
  return changed.filter((run) => run.text !== '');
}

/** Splits `text`, at `offset` of this user's whole text, into parts that are in doubt or not. */
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
 * @param ranges parts of the user's whole text, in order
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
