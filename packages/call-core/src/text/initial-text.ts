import { initialDecoder, initialOutbox } from '@samtal/realtime-text';
import type { TextState } from '../state/text-state.ts';

export const initialText: TextState = {
  conversation: [],
  incomingCut: 0,
  decoder: initialDecoder,
  outbox: initialOutbox,
  isLate: false,
  isUnread: false,
  wasRefused: false,
};
