import { expect, test } from 'vitest';
import { sharedIn } from './shared.ts';

const product = 'https://a.example/calls';
const share = (shared: Readonly<Record<string, string>>) =>
  sharedIn(`?${new URLSearchParams(shared).toString()}`, product);

test.each([
  [{ text: '+46 (0)8-123 45 67' }, '+46081234567'],
  [{ text: 'Call me at 08-123 45 67, please.' }, '081234567'],
  [{ text: 'Ring 112' }, '112'],
  [{ title: 'Anna', url: 'tel:+4681234567' }, '+4681234567'],
  [{ text: 'sip:anna@calls.example;transport=ws?Subject=x' }, 'anna@calls.example'],
  [{ text: 'My address: anna@calls.example.' }, 'anna@calls.example'],
  [{ title: 'Call', text: 'https://a.example/calls/call/anna@calls.example' }, 'anna@calls.example'],
  [{ url: 'https://a.example/calls/call/tel%3A112?x=1' }, 'tel:112'],
])('D79 what was shared, %j, can be called at %s', (shared, address) => {
  expect(share(shared).address).toBe(address);
});

test.each([
  [{}],
  [{ text: 'Hello' }],
  [{ text: 'See you at 18' }],
  [{ text: '12' }],
  [{ url: 'https://news.example/2026/11/23/12345678' }],
  [{ text: 'https://b.example/call/anna' }],
  [{ text: 'order12345678x' }],
  [{ text: '12345678901234567890' }],
  [{ text: 'tel:%E0%A4%A' }],
])('D79 what was shared, %j, has nothing to call', (shared) => {
  expect(share(shared).address).toBeUndefined();
});

test('D79 the text has each part once, without characters that are not seen', () => {
  expect(
    share({ title: 'News', text: 'Read this: https://n.example/1', url: 'https://n.example/1' }).text,
  ).toBe('News\nRead this: https://n.example/1');
  expect(share({ title: 'Same', text: 'Same' }).text).toBe('Same');
  expect(share({ text: '112\u202E\u0000 911' }).text).toBe('112 911');
  expect(share({ text: 'x'.repeat(9000) }).text).toHaveLength(2000);
  expect(share({ a: 'b' })).toEqual({ text: '', address: undefined });
});
