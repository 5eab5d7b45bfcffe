import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { logCallState } from './log-call-state.ts';

test('STATE-02 LOG-01 the log follows the call state, and never what is written', () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const entries: Readonly<Record<string, unknown>>[] = [];
  logCallState(anna, { debug: (_message, detail = {}) => void entries.push(detail) });
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  expect(entries).toEqual([]);
  anna.intents.call('bo');
  clock.advance(1000);
  expect(entries).toEqual([{ callTo: 'bo@demo.example', callStatus: 'CALLING', callB: 'bo@demo.example' }]);
  bo.intents.answer();
  clock.advance(1000);
  anna.intents.togglePanel('text');
  bo.intents.editText('hej');
  anna.intents.editText('words');
  clock.advance(1000);
  expect(entries).toContainEqual(expect.objectContaining({ callStatus: 'ACCEPTED', audioavailable: true }));
  expect(entries).toContainEqual({ text_unread: true });
  expect(JSON.stringify(entries)).not.toMatch(/hej|words/);
});
