import { authorWrote, keepNewestOf, type Run, receiveText, type TextElement } from '@samtal/realtime-text';
import type { TextState, TimedRun } from '../state/text-state.ts';

type Conversation = TextState['conversation'];

/** A new run begins `now`; the others keep their time. */
const timed = (runs: readonly (TimedRun | Run)[], now: number): Conversation =>
  runs.map((run) => ('beganAt' in run ? run : { ...run, beganAt: now }));

/** The conversation after the remote user's `elements`, and the number of UTF-16 units removed from their start. */
export function withReceivedText(
  conversation: Conversation,
  elements: readonly TextElement[],
  now: number,
): { readonly conversation: Conversation; readonly cut: number } {
  const received = receiveText(conversation, 'other', elements);
  return received === conversation ? { conversation, cut: 0 } : keepNewestOf(timed(received, now), 'other');
}

/** The conversation after the text field of the user has become `text`. */
export const withOwnText = (conversation: Conversation, text: string, now: number): Conversation =>
  timed(authorWrote(conversation, 'own', text), now);
