import { commonPrefixLength, commonSuffixLength } from '../common-length.ts';
import { MISSING_TEXT_MARK } from '../t140/characters.ts';

/** Text of one author that stands together, without text of the other author in between. */
export type Run = {
  readonly author: 'own' | 'other';
  readonly text: string;
  /** Number of UTF-16 units that this author wrote before the run and that are no longer kept (`markCut`). */
  readonly cutBefore?: number;
  /** The run is text of this user that may not have arrived (`markDoubts`, decision D41). */
  readonly isDoubtful?: true;
};

/**
 * The text of two authors as runs in order of arrival (RTT-14, A-049). The joined runs of one author are all
 * of that author's text. A run is closed once it ends with a line break and the other author has written
 * after it. Until then its author's text is added to it, so that two authors who write at the same time do
 * not split each other's words. A mark of lost text alone is added to a closed run too: it says nothing that
 * could stand by itself.
 */
export type Conversation = readonly Run[];

export const emptyConversation: Conversation = [];

/** A change of one author's text: `removed` units from `start` on are replaced by `inserted`. */
export type TextChange = { readonly start: number; readonly removed: number; readonly inserted: string };

export function changeBetween(before: string, after: string): TextChange {
  const start = commonPrefixLength(before, after);
  const same = commonSuffixLength(before, after, start);
  return { start, removed: before.length - start - same, inserted: after.slice(start, after.length - same) };
}

/**
 * Whether new text of an author is added to that author's last run, which is at `index`, instead of beginning
 * a new run.
 */
const isOpen = (conversation: readonly Run[], index: number): boolean =>
  index === conversation.length - 1 || !/\n\uFFFD?$/.test(conversation[index]?.text.slice(-2) ?? '\n');

/** Whether `inserted`, together with the end of the run before it, has only line breaks and the mark of lost text. */
const isGapAlone = (before: string, inserted: string): boolean =>
  /^[\n\uFFFD]+$/.test(inserted) && (before.slice(-1) + inserted).includes(MISSING_TEXT_MARK);

/** The whole text of `author`. */
export const textOf = (conversation: Conversation, author: Run['author']): string =>
  conversation.map((run) => (run.author === author ? run.text : '')).join('');

/** The number of UTF-16 units of `author`'s text. */
export const lengthOf = (conversation: Conversation, author: Run['author']): number =>
  conversation.reduce((sum, run) => (run.author === author ? sum + run.text.length : sum), 0);

/**
 * The conversation after the whole text of `author` has become `text`; the other author's text is unchanged
 * (T14). Other fields of a run, such as its start time, stay with that run.
 */
export const authorWrote = <Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  text: string,
): readonly (Known | Run)[] =>
  changeText(conversation, author, changeBetween(textOf(conversation, author), text));

/** The conversation after a change of `author`'s text. */
export function changeText<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  { start, removed, inserted }: TextChange,
): readonly (Known | Run)[] {
  if (removed === 0 && inserted === '') return conversation;
  const lastOwn = conversation.findLastIndex((run) => run.author === author);
  const isAppended = removed === 0 && start === lengthOf(conversation, author);
  const last = conversation[lastOwn];
  const isContinued =
    last !== undefined && (isOpen(conversation, lastOwn) || isGapAlone(last.text, inserted));
  if (isAppended && !isContinued) return [...conversation, { author, text: inserted }];

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

/** The conversation without the first `units` of `author`'s text. */
export function withoutStart<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  units: number,
): readonly Known[] {
  let left = units;
  const rest = conversation.map((run) => {
    if (run.author !== author || left === 0) return run;
    const taken = Math.min(left, run.text.length);
    left -= taken;
    return { ...run, text: run.text.slice(taken) };
  });
  return rest.filter(({ text }) => text !== '');
}
