import type { TextState } from '@samtal/call-core';
import { initialDecoder, initialOutbox } from '@samtal/realtime-text';
import { expect, test } from 'vitest';
import { selectTextPanel } from './text-panel.selector.ts';

const intents = { editText: () => {}, knock: () => {} };

test('D10 T22 what did not arrive is shown in words; a failed erasure has none', () => {
  const text: TextState = {
    incoming: 'Hi',
    incomingCut: 7,
    decoder: initialDecoder,
    words: [],
    isUnread: false,
    wasRefused: false,
    outbox: {
      ...initialOutbox,
      target: 'one\ntwo',
      undelivered: [
        { chunkId: 4, characters: 'one\u2028t' },
        { chunkId: 7, characters: '\b\b' },
      ],
    },
  };
  expect(selectTextPanel(text, intents)).toEqual({
    incoming: 'Hi',
    incomingCut: 7,
    own: 'one\ntwo',
    undelivered: [{ id: 4, text: 'one\nt' }],
    onEdit: intents.editText,
    onKnock: intents.knock,
  });
});
