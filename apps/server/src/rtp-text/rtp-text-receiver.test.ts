import { describe, expect, test } from 'vitest';
import { writeRedundantPayload } from './redundant-payload.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { acceptSource, destinationOf } from './rtp-source.ts';
import type { ReceiverEvent } from './rtp-text-receiver.ts';
import { createReceiver, stepReceiver } from './rtp-text-receiver.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

type Blocks = readonly string[];

/** A packet of `red`: earlier blocks and the new one. */
function packet(sequence: number, blocks: Blocks, ssrc = 1, marker = false): RtpPacket {
  const earlier = blocks.slice(0, -1).map((block) => ({ offset: 0, data: encode(block) }));
  const payload = writeRedundantPayload(98, earlier, encode(blocks.at(-1) ?? ''));
  return { marker, payloadType: 100, sequence: sequence & 0xffff, timestamp: 0, ssrc, payload };
}
const plain = (sequence: number, text: string): RtpPacket => ({
  ...packet(sequence, []),
  payloadType: 98,
  payload: encode(text),
});

/** Runs a receiver in simulated time. */
function run() {
  let state = createReceiver({ t140: 98, red: 100 });
  let now = 0;
  let dueAt: number | undefined;
  const read: string[] = [];
  const counted: string[] = [];
  function step(event: ReceiverEvent): void {
    const result = stepReceiver(state, event);
    state = result.state;
    dueAt = result.timerMs === undefined ? undefined : now + result.timerMs;
    for (const effect of result.effects)
      if (effect.do === 'readText') read.push(effect.text);
      else counted.push(effect.what);
  }
  return {
    read,
    counted,
    state: () => state,
    give: (...packets: readonly RtpPacket[]) => {
      for (const each of packets) step({ type: 'packetReceived', packet: each, now });
    },
    end: () => step({ type: 'ended', now }),
    describe: () => step({ type: 'typesChanged', types: { t140: 98, red: 100 }, now }),
    advance(ms: number) {
      const until = now + ms;
      while (dueAt !== undefined && dueAt <= until) {
        now = dueAt;
        step({ type: 'timerFired', now });
      }
      now = until;
    },
    text: () => read.join(''),
  };
}

describe('text over RTP from a phone', () => {
  test('D94 a phone that has hung up repeats its last text, which is read once', () => {
    const receiver = run();
    receiver.give(packet(1, ['', '', 'ja!']));
    receiver.end();
    receiver.give(packet(2, ['', 'ja!', '']));
    receiver.end();
    receiver.give(packet(3, ['ja!', '', '']));
    receiver.end();
    expect(receiver.read).toEqual(['ja!']);
  });

  test('D94 packets in order are read once', () => {
    const receiver = run();
    receiver.give(packet(1, ['', '', 'h']), packet(2, ['', 'h', 'e']), packet(3, ['h', 'e', 'j']));
    expect(receiver.read).toEqual(['h', 'e', 'j']);
  });

  test.each([
    ['one', 4, ['b', 'c', 'd'], 'abcd'],
    ['two', 5, ['c', 'd', 'e'], 'abcde'],
  ] as const)(
    'D94 %s lost packets are replaced by the redundancy at once',
    (_name, sequence, blocks, text) => {
      const receiver = run();
      receiver.give(packet(1, ['', '', 'a']), packet(2, ['', 'a', 'b']));
      receiver.give(packet(sequence, blocks));
      expect(receiver.text()).toBe(text);
      expect(receiver.counted).not.toContain('missing');
    },
  );

  test('D94 more than two lost packets are waited for, then one U+FFFD stands for them', () => {
    const receiver = run();
    receiver.give(packet(1, ['', '', 'a']), packet(6, ['d', 'e', 'f']));
    expect(receiver.text()).toBe('a');
    receiver.advance(999);
    expect(receiver.text()).toBe('a');
    receiver.advance(1);
    expect(receiver.text()).toBe('a\uFFFDdef');
    expect(receiver.counted).toEqual(['missing', 'recovered', 'recovered']);
  });

  test('D94 packets that come late within the wait leave no mark (RFC 4103 §5.4)', () => {
    const receiver = run();
    receiver.give(plain(1, 'a'), plain(3, 'c'), plain(4, 'd'));
    receiver.advance(900);
    receiver.give(plain(2, 'b'));
    expect(receiver.text()).toBe('abcd');
    receiver.advance(5_000);
    expect(receiver.text()).toBe('abcd');
  });

  test('D94 the wait begins with the first packet behind the gap, also where another one overtakes it', () => {
    const receiver = run();
    receiver.give(plain(1, 'a'), plain(9, 'i'));
    receiver.advance(900);
    receiver.give(plain(7, 'g'));
    receiver.advance(100);
    expect(receiver.text()).toBe('a\uFFFDg\uFFFDi');
  });

  test('D94 without red one lost packet is one U+FFFD', () => {
    const receiver = run();
    receiver.give(plain(1, 'a'), plain(3, 'c'));
    receiver.advance(1_000);
    expect(receiver.text()).toBe('a\uFFFDc');
  });

  test('D94 repeated and late packets are read once', () => {
    const receiver = run();
    const late = packet(2, ['', 'a', 'b']);
    receiver.give(
      packet(1, ['', '', 'a']),
      packet(3, ['a', 'b', 'c']),
      late,
      late,
      packet(3, ['a', 'b', 'c']),
    );
    expect(receiver.text()).toBe('abc');
  });

  test('D94 sequence numbers go on at 0', () => {
    const receiver = run();
    receiver.give(packet(0xffff, ['', '', 'a']), packet(0x10001, ['a', 'b', 'c']));
    expect(receiver.text()).toBe('abc');
  });

  test('D94 lost packets of a pause leave no mark, because the next one says that they were empty', () => {
    const receiver = run();
    receiver.give(packet(1, ['', '', 'a']));
    receiver.give(packet(4, ['', '', 'b'], 1, true));
    expect(receiver.text()).toBe('ab');
    expect(receiver.counted).toEqual([]);
  });

  test('D94 the first packet that arrives brings the text of those lost before it', () => {
    const receiver = run();
    receiver.give(packet(3, ['a', 'b', 'c']));
    expect(receiver.text()).toBe('abc');
  });

  test('D94 U+FEFF is no text; backspace, line break and BEL are', () => {
    const receiver = run();
    receiver.give(packet(1, ['\uFEFF']), packet(2, ['a\b\u2028\u0007\uFEFF']));
    expect(receiver.read).toEqual(['a\b\u2028\u0007']);
  });

  test('D94 bytes that are not UTF-8 are one U+FFFD', () => {
    const receiver = run();
    receiver.give({ ...plain(1, ''), payload: new Uint8Array([0x61, 0xff, 0xfe, 0xc3, 0x62]) });
    expect(receiver.text()).toBe('a\uFFFDb');
  });

  test('D94 packets of other payload types and broken ones change nothing', () => {
    const receiver = run();
    receiver.give({ ...plain(1, 'x'), payloadType: 0 });
    receiver.give({ ...packet(1, ['', 'y']), payload: new Uint8Array([0xe2, 0]) });
    receiver.give(plain(1, 'a'));
    expect(receiver.text()).toBe('a');
    expect(receiver.counted).toEqual(['ignored', 'ignored']);
  });

  test('D94 a packet with another SSRC is not read while the stream goes on', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']));
    receiver.give(packet(2, ['forged'], 2), packet(3, ['forged'], 2));
    receiver.give(packet(2, ['b']));
    expect(receiver.text()).toBe('ab');
  });

  test('D94 a phone that goes on with another SSRC is read when the one before was silent for two seconds', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']));
    receiver.give(packet(5, ['', '', 'b'], 2), packet(6, ['', 'b', 'c'], 2));
    receiver.advance(1_999);
    expect(receiver.text()).toBe('a');
    receiver.advance(1);
    expect(receiver.text()).toBe('a\uFFFDbc');
    receiver.give(packet(7, ['b', 'c', 'd'], 2));
    expect(receiver.text()).toBe('a\uFFFDbcd');
    expect(receiver.counted).toEqual(['missing']);
  });

  test('D94 while the stream goes on, packets of another SSRC are forgotten, not kept for its next silence', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']));
    receiver.give(packet(2, ['forged'], 2), packet(3, ['forged'], 2), packet(2, ['b']));
    receiver.advance(60_000);
    expect(receiver.text()).toBe('ab');
    expect(receiver.counted).toEqual(['ignored', 'ignored']);
  });

  test('D94 text of another SSRC that is not read before the call ends is marked', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']), packet(5, ['b'], 2), packet(6, ['c'], 2));
    receiver.end();
    expect(receiver.text()).toBe('a\uFFFD');
    const silent = run();
    silent.give(packet(1, ['a']), packet(5, ['\uFEFF'], 2));
    silent.end();
    expect(silent.text()).toBe('a');
  });

  test('D94 of another SSRC no more than 64 packets wait', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']));
    for (let sequence = 1; sequence < 500; sequence += 1) receiver.give(packet(sequence, ['.'], 2));
    expect(receiver.state().stranger?.packets.length).toBe(64);
  });

  test('D94 a phone that was silent goes on with another SSRC; what was lost between is marked', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']));
    receiver.advance(2_000);
    receiver.give(packet(700, ['', '', 'b'], 2), packet(701, ['', 'b', 'c'], 2));
    expect(receiver.text()).toBe('a\uFFFDbc');
  });

  test('D94 a phone that is described anew goes on with another SSRC at once, and without a mark', () => {
    const receiver = run();
    receiver.give(packet(1, ['a']), packet(2, ['a', 'b']));
    receiver.describe();
    receiver.give(packet(3, ['b', 'c']));
    receiver.describe();
    receiver.give(packet(9, ['', '', 'd'], 2));
    expect(receiver.text()).toBe('abcd');
  });

  test('D94 one packet with a far number is ignored; two in a row begin anew behind a mark (RFC 3550 §A.1)', () => {
    const receiver = run();
    receiver.give(plain(1, 'a'), plain(9_000, 'x'), plain(2, 'b'));
    expect(receiver.text()).toBe('ab');
    receiver.give(plain(20_000, 'x'), plain(20_001, 'c'), plain(20_002, 'd'));
    expect(receiver.text()).toBe('ab\uFFFDxcd');
  });

  test('D94 no more than 64 packets wait', () => {
    const receiver = run();
    receiver.give(plain(1, 'a'));
    for (let sequence = 3; sequence < 500; sequence += 1) receiver.give(plain(sequence, '.'));
    expect(receiver.state().held.length).toBe(0);
    receiver.give(...Array.from({ length: 400 }, (_, index) => plain(600 + 2 * index, '.')));
    expect(receiver.state().held.length).toBeLessThanOrEqual(64);
  });
});

describe('where a phone sends from', () => {
  const described = { address: '192.0.2.1', port: 5000 };
  const first = { described, heardPort: undefined };
  const stream = { ssrc: 1, expected: 10, heardAt: 0 };
  const at = (port: number, address = described.address) => ({ address, port });

  test('D94 another address than that of the SDP is refused', () => {
    expect(acceptSource(first, at(5000, '192.0.2.2'), packet(1, ['a']), undefined)).toBeUndefined();
  });

  test('D94 text goes to the port from which the phone sends (RFC 4961)', () => {
    expect(destinationOf(first)).toEqual(described);
    const heard = acceptSource(first, at(6000), packet(1, ['a']), undefined);
    expect(heard && destinationOf(heard)).toEqual(at(6000));
  });

  test('D94 the port of the SDP counts more than another one, which is refused afterwards', () => {
    const guessed = { described, heardPort: 6000 };
    const heard = acceptSource(guessed, at(5000), packet(1, ['a']), undefined);
    expect(heard?.heardPort).toBe(5000);
    expect(
      acceptSource({ described, heardPort: 5000 }, at(6000), packet(10, ['a'], 2), stream),
    ).toBeUndefined();
  });

  test('D94 the port may change where the numbers of the stream go on', () => {
    const heard = { described, heardPort: 5000 };
    expect(acceptSource(heard, at(7000), packet(11, ['a']), stream)?.heardPort).toBe(7000);
    expect(acceptSource(heard, at(7000), packet(900, ['a']), stream)).toBeUndefined();
    expect(acceptSource(heard, at(0), packet(11, ['a']), stream)).toBeUndefined();
  });
});
