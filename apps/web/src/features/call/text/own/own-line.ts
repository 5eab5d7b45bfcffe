import type { Run } from '@samtal/realtime-text';

/** Where the line that the user is writing begins in the whole own text, in UTF-16 units. */
export const ownLineStart = (own: string): number => own.lastIndexOf('\n') + 1;

/**
 * The conversation without the line that the user is writing: the field shows that line, and the user reads
 * own words once (decision D42). A finished line stands in its place in the conversation.
 * @param length of that line, in UTF-16 units
 */
export function withoutOwnLine<Known extends Run>(
  conversation: readonly Known[],
  length: number,
): readonly Known[] {
  let left = length;
  const rest = conversation.toReversed().map((run) => {
    if (left === 0 || run.author !== 'own') return run;
    const taken = Math.min(left, run.text.length);
    left -= taken;
    return { ...run, text: run.text.slice(0, run.text.length - taken) };
  });
  return length === 0 ? conversation : rest.toReversed().filter(({ text }) => text !== '');
}

/** The last line with words that the other author has written; undefined = there is none. */
export function lastLineOf(conversation: readonly Run[]): string | undefined {
  const lines = conversation
    .filter(({ author }) => author === 'other')
    .flatMap(({ text }) => text.split('\n'));
  return lines.findLast((line) => line.trim() !== '')?.trim();
}
