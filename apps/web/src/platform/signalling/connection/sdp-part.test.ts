import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepSdpPart } from './sdp-part.ts';

const sdp = 'v=0\r\ns=-\r\n';
const message = (contentType: string, body: string): string =>
  ['INVITE sip:anna@demo.example SIP/2.0', 'Call-ID: x', ...contentType.split('\n'), '', body].join('\r\n');
const part = (type: string, body: string): string => `Content-Type: ${type}\r\n\r\n${body}`;
const join = (boundary: string, ...parts: string[]): string =>
  `${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`;
const pidf = part('application/pidf+xml', '<presence/>');
const plain = message('Content-Type: application/sdp\nContent-Length: 10', sdp);

describe('RFC 5621 the session description is taken out of a multipart body', () => {
  test.each([
    [
      'a usual body',
      'Content-Type: multipart/mixed;boundary=b',
      join('b', part('application/sdp', sdp), pidf),
    ],
    [
      'second part, quoted boundary',
      'content-type : multipart/mixed; boundary="b b"',
      join('b b', pidf, part('application/sdp', sdp)),
    ],
    [
      'compact and folded headers',
      'c: multipart/related;\n start=x;\n boundary=b\nl: 99',
      join('b', part('application/sdp', sdp)),
    ],
    [
      'SDP whose last line break belongs to the boundary',
      'Content-Type: multipart/mixed;boundary=b',
      join('b', part('application/sdp', sdp.slice(0, -2))),
    ],
    [
      'a preamble before the first boundary',
      'Content-Type: multipart/mixed;boundary=b',
      `x\r\n${join('b', part('Application/SDP; charset=utf-8', sdp))}`,
    ],
  ])('%s', (_name, contentType, body) => {
    expect(keepSdpPart(message(contentType, body))).toBe(plain);
  });

  test('the length is counted in bytes', () => {
    const body = join('b', part('application/sdp', 'v=0\r\ns=å\r\n'));
    expect(keepSdpPart(message('Content-Type: multipart/mixed;boundary=b', body))).toContain(
      'Content-Length: 11\r\n',
    );
  });
});

test.each([
  ['a single body', plain],
  ['no session description', message('Content-Type: multipart/mixed;boundary=b', join('b', pidf))],
  ['no boundary named', message('Content-Type: multipart/mixed', join('b', part('application/sdp', sdp)))],
  ['no end of headers', 'INVITE sip:anna@demo.example SIP/2.0\r\nContent-Type: multipart/mixed;boundary=b'],
])('unchanged: %s', (_name, given) => {
  expect(keepSdpPart(given)).toBe(given);
});

test('no input makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (head, body) => {
      keepSdpPart(message(`Content-Type: multipart/mixed;boundary=${head}`, body));
    }),
  );
});
