import { expect, test } from 'vitest';
import { EMERGENCY_ADDRESS, type EmergencyAddress, emergencyAddressOf } from './emergency-address.ts';
import { emergencyAddressValue } from './emergency-address-value.ts';
import { isAllowedSetting } from './settings.ts';

const home: EmergencyAddress = ['Storgatan', '12 B', '111 23', 'Stockholm', 'SE', 'floor 3'];

/** The home in another street, with other words for floor and apartment. */
const at = (street: string, extra = 'floor 3'): EmergencyAddress =>
  [street, ...home.slice(1, 5), extra] as never;
const isAllowed = (value: string): boolean => isAllowedSetting(EMERGENCY_ADDRESS, value);

test.each<[string, EmergencyAddress]>([
  ['a home', home],
  ['Arabic, and characters of XML', at('شارع الملك <&"\'>', 'الطابق 3')],
  ['emoji and joiners', at('Storgatan', '👩‍👩‍👧 می‌خواهم')],
  ['the longest lines', at('x'.repeat(200), 'y'.repeat(200))],
  ['one part alone', ['', '', '', 'Stockholm', '', '']],
])('D89 an address with %s is stored and read back', (_what, address) => {
  const value = emergencyAddressValue(address);
  expect([isAllowed(value), emergencyAddressOf(value)]).toEqual([true, address]);
});

test('D89 an empty address is no address', () => {
  expect(emergencyAddressValue([' ', '', '', '', '', ''])).toBe('');
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
  ['a street that is too long', lines('x'.repeat(201))],
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
  const value = emergencyAddressValue(at(`${'x'.repeat(199)}😀`, 'a\u202e\n\u0000b'));
  expect(isAllowed(value)).toBe(true);
  expect(emergencyAddressOf(value)).toEqual(at('x'.repeat(199), 'ab'));
});
