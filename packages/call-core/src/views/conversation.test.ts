import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { conversationOf } from './conversation.ts';

test('RTT-14 A-049 both texts are shown in order of arrival, from the first letter and after the call', () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  anna.intents.call('bo');
  clock.advance(1000);
  bo.intents.answer();
  clock.advance(1000);
  anna.intents.editText('Hi\n');
  clock.advance(1000);
  bo.intents.editText('Yes\n');
  clock.advance(1000);
  anna.intents.editText('Hi\nSo');
  clock.advance(1000);
  anna.intents.hangUp();
  clock.advance(3000);
  expect(conversationOf(anna.getState().text)).toMatchObject([
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Yes\n' },
    { author: 'own', text: 'So' },
  ]);
});

test('RTT-12 D41 the marks of text that is no longer kept and of text in doubt are in their runs', () => {
  const client = createTestClient(createFakeNetwork(createFakeClock()), createFakeClock(), 1);
  const { text } = client.getState();
  const marked = conversationOf({
    ...text,
    conversation: [
      { author: 'own', text: 'Hi there\n', beganAt: 1 },
      { author: 'other', text: 'Yes\n', beganAt: 2 },
      { author: 'other', text: 'So', beganAt: 3 },
    ],
    incomingCut: 7,
    outbox: { ...text.outbox, target: 'Hi there\n', doubts: [{ id: 1, kind: 'text', start: 3, end: 9 }] },
  });
  expect(marked).toEqual([
    { author: 'own', text: 'Hi ', beganAt: 1 },
    { author: 'own', text: 'there\n', beganAt: 1, isDoubtful: true },
    { author: 'other', text: 'Yes\n', beganAt: 2, cutBefore: 7 },
    { author: 'other', text: 'So', beganAt: 3 },
  ]);
});
