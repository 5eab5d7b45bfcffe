import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { type KnownNames, withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import { logCallState } from './log-call-state.ts';

test('STATE-02 LOG-01 the log contains the call state, but never the typed text', () => {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const names: KnownNames = (address) => (address === 'bo@demo.example' ? 'Bo Ek' : undefined);
  const entries: Readonly<Record<string, unknown>>[] = [];
  const log = { debug: (_message: string, detail = {}) => void entries.push(detail) };
  logCallState(anna, log, (remoteUser) => nameOf(withKnownName(remoteUser, names)));
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  expect(entries).toEqual([]);
  anna.intents.call('bo');
  clock.advance(1000);
  expect(entries).toEqual([
    { callTo: 'bo@demo.example', callStatus: 'CALLING', callB: 'bo@demo.example', callBName: 'Bo Ek' },
  ]);
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

test.each([
  ['the name in the contacts', 'Mum', 'A. Ek', 'Mum'],
  ['the name that the caller sends', undefined, 'A. Ek', 'A. Ek'],
  ['the part of the address before @', undefined, undefined, 'anna'],
])('STATE-02 A-105 callBName is %s', (_name, known, displayName, callBName) => {
  const clock = createFakeClock();
  const bo = createTestClient(createFakeNetwork(clock), clock, 2);
  const names: unknown[] = [];
  const log = { debug: (_message: string, detail: object = {}) => void names.push({ ...detail }) };
  logCallState(bo, log, (remoteUser) => nameOf(withKnownName(remoteUser, () => known)));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  const remoteUser = { address: 'anna@demo.example', ...(displayName === undefined ? {} : { displayName }) };
  bo.emit({
    type: 'inviteReceived',
    callId: 'c',
    from: remoteUser,
    offered: { audio: true, video: true, text: true },
  });
  expect(names).toEqual([expect.objectContaining({ callB: 'anna@demo.example', callBName })]);
});
