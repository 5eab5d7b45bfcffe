import { expect, test } from 'vitest';
import { EMERGENCY_ADDRESS, type EmergencyAddress, emergencyAddressOf } from './emergency-address.ts';
import { emergencyAddressValue } from './emergency-address-value.ts';
import { isAllowedSetting } from './settings.ts';

const home: EmergencyAddress = {
  street: 'Storgatan',
  houseNumber: '12 B',
  postalCode: '111 23',
  city: 'Stockholm',
  country: 'SE',
  extra: 'floor 3',
};
const isAllowed = (value: string): boolean => isAllowedSetting(EMERGENCY_ADDRESS, value);

test.each([
  ['a home', home],
  ['Arabic, and characters of XML', { ...home, street: 'شارع الملك <&"\'>', extra: 'الطابق 3' }],
  ['emoji and joiners', { ...home, extra: '👩‍👩‍👧 می‌خواهم' }],
  ['the longest parts', { ...home, street: 'x'.repeat(100), extra: 'y'.repeat(200) }],
  ['one part alone', { ...home, street: '', houseNumber: '', postalCode: '', country: '', extra: '' }],
])('D89 an address with %s is stored and read back', (_what, address) => {
  const value = emergencyAddressValue(address);
  expect([isAllowed(value), emergencyAddressOf(value)]).toEqual([true, address]);
});

test('D89 an empty address is no address', () => {
  const empty = { street: ' ', houseNumber: '', postalCode: '', city: '', country: '', extra: '' };
  expect(emergencyAddressValue(empty)).toBe('');
  expect([isAllowed(''), emergencyAddressOf(''), emergencyAddressOf('\n\n\n\n\n')]).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

const lines = (street: string, country = 'SE'): string => [street, '1', '2', 'city', country, ''].join('\n');

test.each([
  ['a control character', lines('a\u0007b')],
  ['a carriage return', lines('a\rb')],
  ['a lone surrogate', lines('a\ud83d')],
  ['a line separator', lines('a\u2028b')],
  ['a reversal of direction', lines('a\u202eb')],
  ['a street that is too long', lines('x'.repeat(101))],
  ['a country that is not two letters', lines('a', 'Sweden')],
  ['a country in small letters', lines('a', 'se')],
  ['too few lines', 'a\nb'],
  ['too many lines', `${lines('a')}\nmore`],
  ['a text of a megabyte', 'x'.repeat(1_000_000)],
  ['a line break at the end', `${lines('a')}\n`],
])('D89 %s is refused', (_what, value) => {
  expect([isAllowed(value), emergencyAddressOf(value)]).toEqual([false, undefined]);
});

test('D89 what was pasted is cleaned and cut, and halves no character', () => {
  const pasted = { ...home, street: `${'x'.repeat(99)}😀`, extra: 'a\u202e\n\u0000b' };
  const value = emergencyAddressValue(pasted);
  expect(isAllowed(value)).toBe(true);
  expect(emergencyAddressOf(value)).toMatchObject({ street: 'x'.repeat(99), extra: 'ab' });
});
