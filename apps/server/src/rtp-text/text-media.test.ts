import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTextMedia, typesFor, writeTextMedia } from './text-media.ts';

const OWN = '192.0.2.100';
const read = (lines: readonly string[], session: readonly string[] = [], own = OWN) =>
  readTextMedia(lines, session, own);
const usual = [
  'm=text 5004 RTP/AVP 100 98',
  'c=IN IP4 192.0.2.7',
  'a=rtpmap:98 t140/1000',
  'a=fmtp:98 cps=20',
  'a=rtpmap:100 red/1000',
  'a=fmtp:100 98/98/98',
];

describe('the text section of a phone', () => {
  test('D94 names place, payload types, generations and cps', () => {
    expect(read(usual)).toEqual({
      place: { address: '192.0.2.7', port: 5004 },
      format: { t140: 98, red: 100, generations: 2, cps: 20 },
      isReading: true,
    });
  });

  test('D94 without red, cps and own address it has the usual rate and the address of the session', () => {
    const section = ['m=text 5004 RTP/AVPF 96', 'a=rtpmap:96 T140/1000'];
    expect(read(section, ['c=IN IP4 192.0.2.8'])).toEqual({
      place: { address: '192.0.2.8', port: 5004 },
      format: { t140: 96, red: undefined, generations: 0, cps: 30 },
      isReading: true,
    });
  });

  test.each([
    ['one generation', 'a=fmtp:100 98/98', 1],
    ['more generations than are sent', 'a=fmtp:100 98/98/98/98/98', 2],
    ['no parameters', '', 2],
  ])('D94 red with %s', (_name, line, generations) => {
    const section = usual.map((each) => (each.startsWith('a=fmtp:100') ? line : each));
    expect(read(section)?.format.generations).toBe(generations);
  });

  test('D94 red that repeats another format is not used', () => {
    const section = usual.map((each) => each.replace('98/98/98', '98/0'));
    expect(read(section)?.format).toMatchObject({ red: undefined, generations: 0 });
  });

  test.each([
    ['a=sendonly', false],
    ['a=inactive', false],
    ['a=recvonly', true],
  ])('D94 with %s', (line, isReading) => {
    expect(read([...usual, line])?.isReading).toBe(isReading);
  });

  test('D84 D94 c=0.0.0.0 is hold', () => {
    const held = read(usual.map((line) => line.replace('192.0.2.7', '0.0.0.0')));
    expect(held).toMatchObject({ place: undefined, isReading: false });
  });

  test('D94 an IPv6 address is read in the spelling of sockets', () => {
    const section = usual.map((line) => line.replace('IP4 192.0.2.7', 'IP6 2001:DB8:0:0:0:0:0:1'));
    expect(read(section, [], '2001:db8::9')?.place?.address).toBe('2001:db8::1');
    expect(read(section)).toBeUndefined();
  });

  test.each([
    ['no port', 'm=text 0 RTP/AVP 98'],
    ['a port of another protocol', 'm=text 53 RTP/AVP 98'],
    ['a port that does not exist', 'm=text 70000 RTP/AVP 98'],
    ['several ports', 'm=text 5004/2 RTP/AVP 98'],
    ['encryption', 'm=text 5004 RTP/SAVP 98'],
    ['no format', 'm=text 5004 RTP/AVP'],
    ['another format', 'm=text 5004 RTP/AVP 99'],
    ['a word as format', 'm=text 5004 RTP/AVP .*'],
  ])('D94 with %s it is not used', (_name, line) => {
    expect(read([line, ...usual.slice(1)])).toBeUndefined();
  });

  test.each(['224.0.0.1', '255.255.255.255', '127.0.0.1', '0.1.2.3', 'phone.example', '192.0.2'])(
    'D94 with the address %s it is not used',
    (address) => {
      expect(read(usual.map((line) => line.replace('192.0.2.7', address)))).toBeUndefined();
    },
  );

  test('D94 a loopback address is used by a gateway on this machine only', () => {
    const section = usual.map((line) => line.replace('192.0.2.7', '127.0.0.1'));
    expect(read(section, [], '127.0.0.1')?.place).toEqual({ address: '127.0.0.1', port: 5004 });
  });

  test('D94 any section is read without an exception', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (lines, text) => {
        read([`m=text 5004 RTP/AVP ${text}`, ...lines, 'c=IN IP4 192.0.2.7']);
        read([...usual, ...lines]);
      }),
      { seed: 94 },
    );
  });

  test('D94 an own section is one that the reader takes', () => {
    const section = writeTextMedia({ address: '192.0.2.1', port: 40_200 }, typesFor(undefined));
    expect(read(section)?.format).toEqual({ t140: 98, red: 100, generations: 2, cps: 100 });
    const plain = writeTextMedia({ address: '192.0.2.1', port: 40_200 }, { t140: 96, red: undefined });
    expect(plain.join('\n')).not.toContain('red');
  });
});
