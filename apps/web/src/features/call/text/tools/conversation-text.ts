import { MISSING_TEXT_MARK, type Run } from '@samtal/realtime-text';

export type ConversationLabels = {
  /** Names of the authors `own` and `other`. */
  readonly nameOf: (author: Run['author']) => string;
  /** Replacement of lost text. */
  readonly missing: string;
  /** Marks the place where earlier text is no longer kept. */
  readonly cut: string;
  /** Words in front of own text that may not have arrived. */
  readonly doubtful: string;
};

/** A conversation as plain text: each line names its author, so that any part can be quoted. */
export function conversationText(
  conversation: readonly (Run & { readonly who?: string })[],
  { nameOf, missing, cut, doubtful }: ConversationLabels,
): string {
  return conversation
    .flatMap(({ author, who = nameOf(author), text, cutBefore = 0, isDoubtful = false }) => {
      const lines = text.replace(/\n$/, '').replaceAll(MISSING_TEXT_MARK, `[${missing}]`).split('\n');
      const all = cutBefore === 0 ? lines : [`[${cut}]`, ...lines];
      return all.map((line) => `${who}: ${isDoubtful ? `[${doubtful}] ` : ''}${line}`);
    })
    .join('\n');
}
