import { doubtfulRanges, markCut, markDoubts, textOf } from '@samtal/realtime-text';
import type { TextState, TimedRun } from '../state/text-state.ts';

/** The remote user's text, without the part that was removed from its start. */
export const incomingText = ({ conversation }: TextState): string => textOf(conversation, 'other');

/**
 * The conversation as the user reads it: a mark stands where text is no longer kept, and text of the user
 * that may not have arrived has runs of its own (decision D41).
 */
export const conversationOf = ({ conversation, incomingCut, outbox }: TextState): readonly TimedRun[] =>
  markDoubts(markCut(conversation, 'other', incomingCut), doubtfulRanges(outbox));

/** All runs as one text; each run starts on a new line. */
export const combinedText = ({ conversation }: TextState): string =>
  conversation.map(({ text }) => text.replace(/\n$/, '')).join('\n');
