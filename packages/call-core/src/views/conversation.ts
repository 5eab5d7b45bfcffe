import { doubtfulRanges, markCut, markDoubts, textOf } from '@samtal/realtime-text';
import type { TextState, TimedRun } from '../state/text-state.ts';

/** All text of the remote user that is kept. */
export const incomingText = ({ conversation }: TextState): string => textOf(conversation, 'other');

/**
 * The conversation as the user reads it: with a mark where text is no longer kept, and own text that may not have
 * arrived in runs of its own (decision D41).
 */
export const conversationOf = ({ conversation, incomingCut, outbox }: TextState): readonly TimedRun[] =>
  markDoubts(markCut(conversation, 'other', incomingCut), doubtfulRanges(outbox));

/** All runs as one text; each run starts on a new line. */
export const combinedText = ({ conversation }: TextState): string =>
  conversation.map(({ text }) => text.replace(/\n$/, '')).join('\n');
