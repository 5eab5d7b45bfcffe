import { LONGEST_GRAPHEME } from '../limits.ts';
import { LONGEST_LOOK } from '../t140/graphemes.ts';
import type { TextElement } from '../t140/t140-decoder.ts';
import { type Conversation, changeBetween, changeText, lengthOf, type Run } from './conversation.ts';
import { applyToText } from './text-log.ts';

/**
 * The most UTF-16 units that one backspace erases: a little more than LONGEST_GRAPHEME, so that no surrogate
 * pair and no flag is split.
 */
const MOST_ERASED = LONGEST_GRAPHEME + 2;

/** The last `units` of `author`'s text, or the whole text if it is shorter. */
function endOf(conversation: Conversation, author: Run['author'], units: number): string {
  let end = '';
  for (let index = conversation.length - 1; index >= 0 && end.length < units; index--) {
    const run = conversation[index];
    if (run?.author === author) end = run.text.slice(-(units - end.length)) + end;
  }
  return end;
}

/**
 * The conversation after `author` has sent `elements`. The cost does not grow with the length of the text: only
 * the end that the backspaces can reach is read.
 */
export function receiveText<Known extends Run>(
  conversation: readonly Known[],
  author: Run['author'],
  elements: readonly TextElement[],
): readonly (Known | Run)[] {
  const backspaces = elements.filter(({ kind }) => kind === 'erase').length;
  const end = endOf(conversation, author, LONGEST_LOOK + backspaces * MOST_ERASED);
  const { start, ...change } = changeBetween(end, applyToText(end, elements));
  const before = lengthOf(conversation, author) - end.length;
  return changeText(conversation, author, { start: before + start, ...change });
}
