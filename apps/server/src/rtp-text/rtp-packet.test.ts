import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRedundantPayload, writeRedundantPayload } from './redundant-payload.ts';
import { nextSequence, readRtpPacket, sequenceDistance, writeRtpPacket } from './rtp-packet.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

describe('RTP packets', () => {
  test('D94 a packet is written with the twelve bytes of RFC 3550 and read again', () => {
    const packet = {
      marker: true,
      payloadType: 98,
      sequence: 0xfffe,
      timestamp: 0xdeadbeef,
      ssrc: 0x01020304,
      payload: bytes('68'),
    };
    const written = writeRtpPacket(packet);
    expect(Buffer.from(written).toString('hex')).toBe('80e2fffedeadbeef0102030468');
    expect(readRtpPacket(written)).toEqual(packet);
  });

  test('D94 sources, extension and padding are not part of the payload', () => {
    const padded = bytes('b1 62 0001 00000002 00000003 0000000a bede0001 11111111 6869 000003');
    expect(text(readRtpPacket(padded)?.payload ?? new Uint8Array())).toBe('hi');
  });

  test.each([
    ['nothing', ''],
    ['eleven bytes', '80e2fffedeadbeef010203'],
    ['another version', '40e2fffedeadbeef01020304'],
    ['sources that are cut', '8fe2fffedeadbeef01020304 0000'],
    ['an extension that is cut', '90e2fffedeadbeef01020304 bede'],
    ['an extension that is longer than the packet', '90e2fffedeadbeef01020304 bedeffff 00'],
    ['padding that is longer than the packet', 'a0e2fffedeadbeef01020304 ff'],
    ['padding of no byte', 'a0e2fffedeadbeef01020304 00'],
  ])('D94 %s is no packet', (_name, hex) => {
    expect(readRtpPacket(bytes(hex))).toBeUndefined();
  });

  test('D94 sequence numbers wrap', () => {
    expect(nextSequence(0xffff)).toBe(0);
    expect([sequenceDistance(1, 0xffff), sequenceDistance(0xffff, 1), sequenceDistance(7, 7)]).toEqual([
      2, -2, 0,
    ]);
  });

  test('D94 any bytes are read without an exception, and what is read keeps its length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1500 }), (datagram) => {
        const packet = readRtpPacket(datagram);
        const blocks = packet && readRedundantPayload(packet.payload, packet.payload[0] ?? 0);
        const length = (blocks?.redundant ?? []).reduce((sum, { length: each }) => sum + each, 0);
        expect(length).toBeLessThanOrEqual(datagram.length);
      }),
      { seed: 94 },
    );
  });
});

describe('redundant payloads', () => {
  const older = { offset: 600, data: new TextEncoder().encode('ö') };
  const newer = { offset: 300, data: new TextEncoder().encode('ab') };

  test('D94 two generations precede the new text, the oldest first (RFC 4103 §4, RFC 2198 §3)', () => {
    const payload = writeRedundantPayload(98, [older, newer], new TextEncoder().encode('c'));
    // 1 bit, block type 98, 14 bits of offset, 10 bits of length; the last header is one byte.
    expect(Buffer.from(payload).toString('hex')).toBe('e2096002e204b00262c3b6616263');
    const read = readRedundantPayload(payload, 98);
    expect(read?.redundant.map(text)).toEqual(['ö', 'ab']);
    expect(text(read?.primary ?? new Uint8Array())).toBe('c');
  });

  test('D94 text that is older than the offset can say is not repeated', () => {
    const payload = writeRedundantPayload(98, [{ ...older, offset: 16_384 }, newer], new Uint8Array());
    expect(readRedundantPayload(payload, 98)?.redundant.map(text)).toEqual(['', 'ab']);
  });

  test.each([
    ['no header', ''],
    ['a header that is cut', 'e20960'],
    ['no primary header', 'e2096000'],
    ['a block that is longer than the payload', 'e2096005 62 c3b6'],
    ['a block of another type', 'e3096002 62 c3b6'],
    ['primary data of another type', '63 61'],
    ['more generations than any phone has', `${'e2096000'.repeat(18)}62`],
  ])('D94 a payload with %s is refused', (_name, hex) => {
    expect(readRedundantPayload(bytes(hex), 98)).toBeUndefined();
  });
});
