import { expect, test } from 'vitest';
import { findable } from '../../../testing/findable.ts';
import { typedTarget } from './typed-target.ts';

const people = [
  findable({ name: 'Bobby Berg', address: 'bobby@demo.example' }),
  findable({ name: 'Anna', address: 'anna.lind@demo.example' }),
  findable({ name: 'Kim Ek', key: '1', address: 'kim1@demo.example' }),
  findable({ name: 'kim ek', key: '2', address: 'kim2@demo.example' }),
  findable({ name: 'Echo', key: '3', address: 'echo@demo.example', kind: 'service' }),
  findable({ name: 'Tax office', key: '4', address: 'busy@demo.example', kind: 'directory' }),
  findable({ name: 'Bobby Berg', key: '5', address: 'other@demo.example', kind: 'directory' }),
  findable({ name: 'My bank', key: '6', address: 'stranger@demo.example', kind: 'recent' }),
  findable({ name: '112', key: '7', address: 'neighbour@demo.example' }),
];

test.each([
  ['Bobby Berg', 'bobby@demo.example'],
  [' bobby  berg ', 'bobby@demo.example'],
  ['anna', 'anna.lind@demo.example'],
  ['tax office', 'busy@demo.example'],
  ['echo', 'echo'],
  ['Berg', 'Berg'],
  ['bobby', 'bobby'],
  ['bobby@demo.example', 'bobby@demo.example'],
  ['My bank', 'My bank'],
  ['112', '112'],
])('D53 DIAL-15 entering %j calls %j', (typed, address) => {
  expect(typedTarget(typed, people, 'demo.example')).toEqual({ kind: 'call', address });
});

test('D53 if two contacts have the typed name, the user is asked which one', () => {
  const target = typedTarget('Kim Ek', people, 'demo.example');
  expect(target.kind === 'ask' && target.people.map(({ address }) => address)).toEqual([
    'kim1@demo.example',
    'kim2@demo.example',
  ]);
});

test('D53 two entries with one address are one person', () => {
  const twice = [
    findable({ name: 'Bo', key: 'a', address: 'bo@demo.example' }),
    findable({ name: 'Bo', key: 'b', address: 'sip:BO@demo.example' }),
  ];
  expect(typedTarget('Bo', twice, 'other.example')).toEqual({ kind: 'call', address: 'bo@demo.example' });
});

test.each([
  ['bob', [people[0]], true],
  ['b', [people[0], people[1]], true],
  ['bobby', [people[1], people[0]], false],
  ['bob', [], false],
  ['bobby', [people[0]], false],
  ['0812', [people[0]], false],
  ['bob@demo.example', [people[0]], false],
] as const)(
  'D53 %j is asked about where people match it, none of whom has it as an address',
  (typed, matches, isAsked) => {
    const found = matches.flatMap((match) => match ?? []);
    const target = typedTarget(typed, people, 'demo.example', found);
    expect(target).toEqual(
      isAsked ? { kind: 'ask', people: found, isPart: true } : { kind: 'call', address: typed },
    );
  },
);
