import { authorWrote, keepNewestOf, type Run, receiveText, type TextElement } from '@samtal/realtime-text';
import type { TextState, TimedRun } from '../state/text-state.ts';

type Conversation = TextState['conversation'];

/** Adds the time `now` to the runs that have no time yet. */
const timed = (runs: readonly (TimedRun | Run)[], now: number): Conversation =>
  runs.map((run) => ('beganAt' in run ? run : { ...run, beganAt: now }));

/**
 * The conversation after the remote user's `elements` were added; `cut` is the number of UTF-16 units removed
 * from the start of the remote user's text.
 */
export function withReceivedText(
  conversation: Conversation,
  elements: readonly TextElement[],
  now: number,
): { readonly conversation: Conversation; readonly cut: number } {
  const received = receiveText(conversation, 'other', elements);
  return received === conversation ? { conversation, cut: 0 } : keepNewestOf(timed(received, now), 'other');
}

/** The conversation after the content of the user's text field has changed to `text`. */
export const withOwnText = (conversation: Conversation, text: string, now: number): Conversation =>
  timed(authorWrote(conversation, 'own', text), now);
