import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createDeviceChoice, type Device, deviceRoles, findChosen } from './devices.ts';

const headset: Device = { kind: 'microphone', id: 'm1', label: 'Headset' };
const speaker: Device = { kind: 'speaker', id: 's1', label: 'Headset' };
const desk: Device = { kind: 'speaker', id: 's2', label: 'Desk' };
const all = [headset, speaker, desk];

describe('finding the chosen device', () => {
  test.each([
    ['the id is the same', { id: 'm1', label: 'Old name' }, 'microphone', headset],
    ['the id has changed since the last session', { id: 'was', label: 'Headset' }, 'microphone', headset],
    ['a label matches a device of its own kind', { id: 'was', label: 'Headset' }, 'speaker', speaker],
    ['the ringer is a speaker', { id: 's2', label: 'Desk' }, 'ringer', desk],
    ['it is not connected', { id: 'x', label: 'Gone' }, 'speaker', undefined],
    ['empty labels do not match', { id: 'x', label: '' }, 'speaker', undefined],
  ] as const)('%s', (_name, chosen, role, expected) => {
    expect(findChosen([...all, { kind: 'speaker', id: 's3', label: '' }], { [role]: chosen }, role)).toEqual(
      expected,
    );
  });

  test('without a choice the system decides', () => {
    expect(deviceRoles.map((role) => findChosen(all, {}, role))).toEqual(deviceRoles.map(() => undefined));
  });
});

describe('remembering the choice', () => {
  test('a choice outlives the page, and can be removed', () => {
    const store = createMemoryStore();
    const first = createDeviceChoice(store);
    first.choose('speaker', desk);
    first.choose('microphone', headset);
    expect(createDeviceChoice(store).choices.get()).toEqual({
      speaker: { id: 's2', label: 'Desk' },
      microphone: { id: 'm1', label: 'Headset' },
    });
    first.choose('speaker', undefined);
    expect(Object.keys(createDeviceChoice(store).choices.get())).toEqual(['microphone']);
  });

  test.each([
    '',
    'no json',
    '[]',
    'null',
    '7',
    '{"camera":7}',
    '{"camera":{"id":"a"}}',
    '{"toaster":{"id":"a","label":"b"}}',
  ])('stored data %j counts as no choice', (stored) => {
    expect(createDeviceChoice(createMemoryStore({ devices: stored })).choices.get()).toEqual({});
  });
});
