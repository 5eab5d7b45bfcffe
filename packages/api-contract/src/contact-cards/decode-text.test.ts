import { TextDecoder } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from('Åsa Öberg سمتال')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFÅsa Öberg سمتال')],
  ['UTF-16LE with a byte order mark', Buffer.from('\uFEFFÅsa Öberg سمتال', 'utf16le')],
  ['UTF-16BE with a byte order mark', utf16be('\uFEFFÅsa Öberg سمتال')],
])('CONTACT-16 a file in %s keeps its letters', (_, bytes) => {
  expect(decodeText(bytes, TextDecoder)).toBe('Åsa Öberg سمتال');
});

test('CONTACT-16 a file that is not UTF-8 is read as windows-1252', () => {
  expect(decodeText(Buffer.from('Åsa Öberg', 'latin1'), TextDecoder)).toBe('Åsa Öberg');
  expect(decodeText(Buffer.from('Åsa Å', 'latin1'), TextDecoder)).toBe('Åsa Å');
  expect(decodeText(Buffer.from('Kim Å', 'latin1'), TextDecoder)).toBe('Kim Å');
  expect(decodeText(Buffer.from([0x80, 0x20, 0x8a]), TextDecoder)).toBe('€ Š');
});

test('CONTACT-16 UTF-8 that is cut within a character stays UTF-8, and a byte order mark decides', () => {
  expect(decodeText(Buffer.from('Åsa Ö').subarray(0, -1), TextDecoder)).toBe('Åsa ');
  expect(decodeText(Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0x85, 0xff]), TextDecoder)).toBe('Å\uFFFD');
});

test('decoding never throws, and text in UTF-8 stays the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (text, bytes) => {
      expect(decodeText(Buffer.from(text), TextDecoder)).toBe(text.replace(/^\uFEFF/, ''));
      expect(typeof decodeText(bytes, TextDecoder)).toBe('string');
    }),
  );
});
