import type { HistoryEntry } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { recentPeople } from './recent-people.ts';

const call = (sipAddress: string, rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: '1',
  type: 'outgoing',
  answered: true,
  outcome: 'terminatedLocal',
  sipAddress,
  contactName: '',
  receivedText: '',
  sentText: '',
  timestamp: 1,
  duration: 1,
  ...rest,
});

test('D53 A-105 the people of recent calls appear once, under the own name for them, with their last call', () => {
  const calls = [
    call('sip:bobby@demo.example', { type: 'incoming', answered: false, outcome: 'canceledRemote' }),
    call('Bobby@demo.example'),
    call('echo@demo.example', { contactName: 'Echo', timestamp: 5 }),
    call('x@other.example', { type: 'incoming', answered: false, outcome: 'rejectedLocal' }),
    call(''),
  ];
  const names = (address: string) => (address === 'bobby@demo.example' ? 'Bobby Berg' : undefined);
  expect(recentPeople(calls, names)).toEqual([
    { name: 'Bobby Berg', address: 'bobby@demo.example', at: 1, how: 'missed' },
    { name: 'Echo', address: 'echo@demo.example', at: 5, how: 'outgoing' },
    { name: 'x@other.example', address: 'x@other.example', at: 1, how: 'incoming' },
  ]);
});

test('D53 a number that does not exist is no recent person, unless an earlier call reached it', () => {
  const unknown = { answered: false, outcome: 'unknownNumber' };
  const calls = [
    call('nobody123@demo.example', unknown),
    call('echo@demo.example', unknown),
    call('echo@demo.example'),
  ];
  expect(recentPeople(calls, () => undefined).map(({ address }) => address)).toEqual(['echo@demo.example']);
});
