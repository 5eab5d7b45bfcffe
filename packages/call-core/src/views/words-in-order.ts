import { authorWrote } from '@samtal/realtime-text';
import type { Step } from '../protocol/client-effects.ts';
import type { TextState, WordsInOrder } from '../state/text-state.ts';

type Texts = { readonly incoming: string; readonly incomingCut: number; readonly own: string };

/** The words after both texts have become `texts`; words that are new came `now`. */
export function orderWords(
  before: WordsInOrder,
  { incoming, incomingCut, own }: Texts,
  now: number,
): WordsInOrder {
  const written = authorWrote(authorWrote(before, 'other', incoming, incomingCut), 'own', own);
  if (written === before) return before;
  return written.map((run) => ('beganAt' in run ? run : { ...run, beganAt: now }));
}

/** The step of the texts, with the words of both in order after it. */
export function withWords(before: TextState, step: Step<TextState>, now: number): Step<TextState> {
  const { incoming, incomingCut, outbox, words } = step.state;
  if (incoming === before.incoming && outbox.target === before.outbox.target) return step;
  const ordered = orderWords(words, { incoming, incomingCut, own: outbox.target }, now);
  return { ...step, state: { ...step.state, words: ordered } };
}

/** All words as one text; each run stands on lines of its own. */
export const combinedText = (words: WordsInOrder): string =>
  words.map(({ text }) => text.replace(/\n$/, '')).join('\n');
