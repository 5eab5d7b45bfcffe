import type { Intents, TextState } from '@samtal/call-core';
import { type OutboxState, readable } from '@samtal/realtime-text';
import type { TextPanelProps } from './TextPanel.tsx';

/** What of the own text did not arrive, in words; a failed erasure has none. */
export const undeliveredIn = ({ undelivered }: OutboxState): TextPanelProps['undelivered'] =>
  undelivered
    .map((chunk) => ({ id: chunk.chunkId, text: readable(chunk) }))
    .filter(({ text }) => text !== '');

/** What both have written, and what of the own text did not arrive (decision D10). */
export function selectTextPanel(
  { incoming, incomingCut, outbox }: TextState,
  { editText, knock }: Pick<Intents, 'editText' | 'knock'>,
): Omit<TextPanelProps, 'name' | 'look' | 'conversation'> {
  return {
    incoming,
    incomingCut,
    own: outbox.target,
    undelivered: undeliveredIn(outbox),
    onEdit: editText,
    onKnock: knock,
  };
}
