import type { Intents, TextState } from '@samtal/call-core';
import { readable } from '@samtal/realtime-text';
import type { TextPanelProps } from './TextPanel.tsx';

/** What both have written, and what of the own text did not arrive (decision D10). */
export function selectTextPanel(
  { incoming, outbox }: TextState,
  { editText, knock }: Pick<Intents, 'editText' | 'knock'>,
): Omit<TextPanelProps, 'name' | 'look' | 'conversation'> {
  const undelivered = outbox.undelivered.map((chunk) => ({ id: chunk.chunkId, text: readable(chunk) }));
  return {
    incoming,
    own: outbox.target,
    undelivered: undelivered.filter(({ text }) => text !== ''),
    onEdit: editText,
    onKnock: knock,
  };
}
