import { isPicture, PICTURE_MAX_BYTES, withoutMetadata } from '@samtal/api-contract';
import { createSeededRandom, smallJpeg } from '@samtal/test-kit';
import { expect, test } from 'vitest';

const text = (words: string) => new TextEncoder().encode(words);

test.each([
  ['a whole picture', smallJpeg(), true],
  ['a smaller one', smallJpeg(1, { size: 128 }), false],
  ['one with EXIF', smallJpeg(1, { segment: { marker: 0xe1, text: 'Exif 59.3293 18.0686' } }), false],
  ['one with a comment', smallJpeg(1, { segment: { marker: 0xfe, text: '<script>' } }), false],
  ['one with something behind its end', smallJpeg(1, { tail: 'PK<script>alert(1)</script>' }), false],
  ['one whose data stop', smallJpeg(1, { missing: 20 }), false],
  ['one that is too large', new Uint8Array([...smallJpeg(), ...new Uint8Array(PICTURE_MAX_BYTES)]), false],
  ['HTML', text('<!doctype html><script>alert(1)</script>'), false],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), false],
  ['a PNG header', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), false],
  ['nothing', new Uint8Array(), false],
  ['only the start', Uint8Array.from([0xff, 0xd8]), false],
])('D67 %s is a picture: %#', (_name, bytes, expected) => {
  expect(isPicture(bytes)).toBe(expected);
});

test('D67 metadata is removed, and the picture stays whole', () => {
  const shot = smallJpeg(9, { segment: { marker: 0xe1, text: 'Exif 59.3293 18.0686' } });
  expect(withoutMetadata(shot)).toEqual(smallJpeg(9));
  expect(withoutMetadata(text('<html>'))).toBeUndefined();
});

test('D67 a damaged picture never breaks the reader', () => {
  const random = createSeededRandom(11);
  const whole = smallJpeg();
  for (let run = 0; run < 3000; run += 1) {
    const bytes = whole.slice(0, random() < 0.3 ? Math.floor(random() * whole.length) : whole.length);
    for (let each = 0; each < 3; each += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    expect(typeof isPicture(bytes)).toBe('boolean');
    withoutMetadata(bytes);
  }
});
