import { type Conversation, MISSING_TEXT_MARK, type Run } from '@samtal/realtime-text';

export type ConversationWords = {
  /** Who is meant by `own` and `other`. */
  readonly nameOf: (author: Run['author']) => string;
  /** What stands for lost text. */
  readonly missing: string;
};

/** A conversation as plain text: each line says who wrote it, so that any part of it can be quoted. */
export function conversationText(conversation: Conversation, { nameOf, missing }: ConversationWords): string {
  return conversation
    .flatMap(({ author, text }) =>
      text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${nameOf(author)}: ${line.replaceAll(MISSING_TEXT_MARK, `[${missing}]`)}`),
    )
    .join('\n');
}
