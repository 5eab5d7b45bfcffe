import { conversationOf, type Intents, incomingText, type TextState } from '@samtal/call-core';
import { doubtsInWords, unconfirmedText } from '@samtal/realtime-text';
import type { TextPanelProps } from './TextPanel.tsx';

/** Props of the text panel: the text of both users, and own text that may not have arrived (decision D41). */
export function selectTextPanel(
  text: TextState,
  { editText, knock }: Pick<Intents, 'editText' | 'knock'>,
  callId?: string,
): Omit<TextPanelProps, 'name' | 'look'> {
  const { incomingCut, outbox, isLate } = text;
  return {
    conversation: conversationOf(text),
    incoming: incomingText(text),
    incomingCut,
    own: outbox.target,
    doubts: doubtsInWords(outbox),
    late: isLate ? unconfirmedText(outbox) : '',
    // A field that is removed hands over its last text when another call is in front already (decision D85).
    onEdit: (value) => editText(value, callId),
    onKnock: knock,
  };
}
