import type { SipRequest } from '@samtal/sip';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsOf } from './body-parts.ts';

const requestWith = (type: string | undefined, body: string): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:112@demo.example',
  headers: type === undefined ? [] : [{ name: 'Content-Type', value: type }],
  body,
});
const multipart = (...lines: readonly string[]): SipRequest =>
  requestWith('multipart/mixed; boundary="b-1"', lines.join('\r\n'));

describe('the parts of a body', () => {
  test('GEO-03 D19 an INVITE with a position has SDP and location document as complete parts', () => {
    const request = multipart(
      'An ignored preamble',
      '--b-1',
      'Content-Type: application/sdp',
      '',
      'v=0',
      's=-',
      '',
      '--b-1',
      'content-type: Application/PIDF+XML ; charset=UTF-8',
      'Content-ID: <1@a.invalid>',
      '',
      '<presence>--b-2</presence>',
      '--b-1--',
      'An epilogue',
    );
    expect(partsOf(request)).toEqual([
      { contentType: 'application/sdp', body: 'v=0\r\ns=-\r\n', isOptional: false },
      { contentType: 'application/pidf+xml', body: '<presence>--b-2</presence>', isOptional: false },
    ]);
  });

  test('handling=optional marks a part as optional, also in a folded field', () => {
    const request = multipart(
      '--b-1',
      'Content-Type: image/png',
      'Content-Disposition: icon;',
      '  handling=optional',
      '',
      'x',
      '--b-1--',
    );
    expect(partsOf(request)).toEqual([{ contentType: 'image/png', body: 'x', isOptional: true }]);
  });

  test.each([
    ['no body', requestWith('application/sdp', ''), []],
    [
      'a plain body',
      requestWith('application/sdp', 'v=0'),
      [{ contentType: 'application/sdp', body: 'v=0', isOptional: false }],
    ],
  ])('%s', (_name, request, parts) => {
    expect(partsOf(request)).toEqual(parts);
  });

  test.each([
    ['no boundary', requestWith('multipart/mixed', '--x\r\n\r\n\r\n--x--')],
    ['no end', multipart('--b-1', '', 'text')],
    ['no part', multipart('--b-1--')],
    ['no empty line behind the fields', multipart('--b-1', 'Content-Type: text/plain', '--b-1--')],
    ['another delimiter', multipart('--b-12', '', 'text', '--b-1--')],
    ['too many parts', multipart(...Array.from({ length: 9 }, () => '--b-1\r\n\r\nx'), '--b-1--')],
  ])('%s is not a multipart body', (_name, request) => {
    expect(partsOf(request)).toBeUndefined();
  });

  test('garbage never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (type, body) => {
        partsOf(requestWith(`multipart/mixed${type}`, body));
        expect(partsOf(multipart(body)) ?? []).toBeInstanceOf(Array);
      }),
      { seed: 7 },
    );
  });
});
