import { initialClientState, type TextState } from '@samtal/call-core';
import { initialDecoder, initialOutbox } from '@samtal/realtime-text';
import { expect, test } from 'vitest';
import { selectTextPanel } from './text-panel.selector.ts';

const intents = { editText: () => {}, knock: () => {} };

test('D10 D41 T22 text that may not have arrived or not have been erased is shown', () => {
  const text: TextState = {
    conversation: [
      { author: 'other', text: 'Hi', beganAt: 1 },
      { author: 'own', text: 'one\ntwo', beganAt: 2 },
    ],
    incomingCut: 7,
    decoder: initialDecoder,
    isLate: false,
    isUnread: false,
    wasRefused: false,
    outbox: {
      ...initialOutbox,
      target: 'one\ntwo',
      doubts: [
        { id: 1, kind: 'text', start: 0, end: 5 },
        { id: 2, kind: 'erasure', text: 'three' },
      ],
    },
  };
  const { onEdit, ...props } = selectTextPanel(text, intents);
  expect(onEdit).toBeTypeOf('function');
  expect(props).toEqual({
    conversation: [
      { author: 'other', text: 'Hi', beganAt: 1, cutBefore: 7 },
      { author: 'own', text: 'one\nt', beganAt: 2, isDoubtful: true },
      { author: 'own', text: 'wo', beganAt: 2 },
    ],
    incoming: 'Hi',
    incomingCut: 7,
    own: 'one\ntwo',
    doubts: [
      { id: 1, kind: 'text', text: 'one\nt' },
      { id: 2, kind: 'erasure', text: 'three' },
    ],
    late: '',
    onKnock: intents.knock,
  });
});

test('D85 an edit names the call of its field', () => {
  const edits: unknown[] = [];
  const editText = (value: string, callId?: string) => void edits.push([value, callId]);
  selectTextPanel(initialClientState.text, { ...intents, editText }, 'a').onEdit('hej');
  expect(edits).toEqual([['hej', 'a']]);
});

test('D41 text that has waited long for its delivery is shown, without what is known to have arrived', () => {
  const awaited = [{ chunkId: 2, transport: 'message', before: 'one ', knocks: 0, hasMark: false }] as const;
  const text: TextState = {
    conversation: [],
    incomingCut: 0,
    decoder: initialDecoder,
    isLate: true,
    isUnread: false,
    wasRefused: false,
    outbox: { ...initialOutbox, sent: 'one two ', target: 'one two three', awaited },
  };
  expect(selectTextPanel(text, intents).late).toBe('two three');
  expect(selectTextPanel({ ...text, isLate: false }, intents).late).toBe('');
});
