import { type Conversation, MISSING_TEXT_MARK, type Run } from '@samtal/realtime-text';

export type ConversationWords = {
  /** Who is meant by `own` and `other`. */
  readonly nameOf: (author: Run['author']) => string;
  /** What stands for lost text. */
  readonly missing: string;
  /** What stands where earlier text is no longer kept. */
  readonly cut: string;
  /** Stands before own words that may not have arrived. */
  readonly doubtful: string;
};

/** A conversation as plain text: each line says who wrote it, so that any part of it can be quoted. */
export function conversationText(
  conversation: Conversation,
  { nameOf, missing, cut, doubtful }: ConversationWords,
): string {
  return conversation
    .flatMap(({ author, text, cutBefore = 0, isDoubtful = false }) => {
      const lines = text.replace(/\n$/, '').replaceAll(MISSING_TEXT_MARK, `[${missing}]`).split('\n');
      const all = cutBefore === 0 ? lines : [`[${cut}]`, ...lines];
      return all.map((line) => `${nameOf(author)}: ${isDoubtful ? `[${doubtful}] ` : ''}${line}`);
    })
    .join('\n');
}
