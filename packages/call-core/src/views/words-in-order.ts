import { authorWrote } from '@samtal/realtime-text';
import type { Step } from '../protocol/client-effects.ts';
import type { TextState, WordsInOrder } from '../state/text-state.ts';

type Texts = { readonly incoming: string; readonly incomingCut: number; readonly own: string };

/** The runs in order after both texts have become `texts`; a new run gets the time `now`. */
export function orderWords(
  before: WordsInOrder,
  { incoming, incomingCut, own }: Texts,
  now: number,
): WordsInOrder {
  const written = authorWrote(authorWrote(before, 'other', incoming, incomingCut), 'own', own);
  if (written === before) return before;
  return written.map((run) => ('beganAt' in run ? run : { ...run, beganAt: now }));
}

/** Adds the runs of both texts in order to the step of the texts. */
export function withWords(before: TextState, step: Step<TextState>, now: number): Step<TextState> {
  const { incoming, incomingCut, outbox, words } = step.state;
  if (incoming === before.incoming && outbox.target === before.outbox.target) return step;
  const ordered = orderWords(words, { incoming, incomingCut, own: outbox.target }, now);
  return { ...step, state: { ...step.state, words: ordered } };
}

/** All runs as one text; each run starts on a new line. */
export const combinedText = (words: WordsInOrder): string =>
  words.map(({ text }) => text.replace(/\n$/, '')).join('\n');
