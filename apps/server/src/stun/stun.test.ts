import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressBytes } from '../network/address-bytes.ts';
import { answerStun } from './answer.ts';
import { createAnswerBudget } from './answer-budget.ts';
import type { StunMessage } from './codec.ts';
import { decodeStun, encodeStun, encodeXorMappedAddress } from './codec.ts';
import { listenStun } from './udp-listener.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
const hexOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && Buffer.from(bytes).toString('hex');

const ID = 'b7e7a701bc34d686fa87dfae';
const COOKIE = '2112a442';
const SOURCE = { address: '192.0.2.1', port: 32853 };

/** The sample messages of RFC 5769 §2.1 to §2.3. */
const sampleRequest = bytesOf(`
  00010058 ${COOKIE} ${ID} 80220010 5354554e2074657374 20636c69656e74 00240004 6e0001ff
  80290008 932ff9b151263b36 00060009 6576746a3a68367659202020
  00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2 80280004 e57a3bcf`);
const sampleIpv4Response = bytesOf(`
  0101003c ${COOKIE} ${ID} 8022000b 7465737420766563746f7220 00200008 0001a147e112a643
  00080014 2b91f599fd9e90c38c7489f92af9ba53f06be7d7 80280004 c07d4c96`);
const sampleIpv6Response = bytesOf(`
  01010048 ${COOKIE} ${ID} 8022000b 7465737420766563746f7220
  00200014 0002a1470113a9faa5d3f179bc25f4b5bed2b9d9
  00080014 a382954e4be67bf11784c97c8292c275bfe3ed41 80280004 c8fb0b4c`);

const plainRequest = bytesOf(`00010000 ${COOKIE} ${ID}`);
const emptyRequest: StunMessage = {
  class: 'request',
  method: 1,
  transactionId: bytesOf(ID),
  attributes: [],
  hasFingerprint: false,
};

const withAttribute = (type: number): Uint8Array =>
  encodeStun({ ...emptyRequest, attributes: [{ type, value: new Uint8Array(3) }] });

describe('codec', () => {
  test.each([
    { name: 'IPv4', bytes: sampleIpv4Response, address: '192.0.2.1' },
    { name: 'IPv6', bytes: sampleIpv6Response, address: '2001:db8:1234:5678:11:2233:4455:6677' },
  ])('SIP-07 RFC 5769 sample response, $name', ({ bytes, address }) => {
    const message = decodeStun(bytes);
    expect(message).toMatchObject({ class: 'success', method: 1, hasFingerprint: true });
    expect(hexOf(message?.transactionId)).toBe(ID);
    expect(message?.attributes.map(({ type }) => type)).toEqual([0x8022, 0x0020, 0x0008]);
    expect(message?.attributes[1]).toEqual(encodeXorMappedAddress({ address, port: 32853 }, bytesOf(ID)));
  });

  const anyMessage = fc.record({
    class: fc.constantFrom('request', 'indication', 'success', 'error'),
    method: fc.nat(0xfff),
    transactionId: fc.uint8Array({ minLength: 12, maxLength: 12 }),
    attributes: fc.array(
      fc.record({
        type: fc.nat(0xffff).filter((type) => type !== 0x8028),
        value: fc.uint8Array({ maxLength: 40 }),
      }),
      { maxLength: 5 },
    ),
    hasFingerprint: fc.boolean(),
  });
  test('decoding an encoded message returns the same message', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(decodeStun(encodeStun(message))).toEqual(message);
      }),
    );
  });

  test('any flipped bit of a message with FINGERPRINT is detected', () => {
    for (let bit = 0; bit < sampleIpv4Response.length * 8; bit++) {
      const broken = sampleIpv4Response.slice();
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const message = decodeStun(broken);
      // A flipped bit in the type of FINGERPRINT makes it an unknown optional attribute, which is allowed.
      expect(message === undefined || !message.hasFingerprint).toBe(true);
    }
  });

  test.each([
    ['192.0.2.1', 'c0000201'],
    ['::', '0'.repeat(32)],
    ['::1', `${'0'.repeat(31)}1`],
    ['2001:db8::', `20010db8${'0'.repeat(24)}`],
    ['fe80::1%eth0', `fe80${'0'.repeat(27)}1`],
    ['2001:db8:0:1::ff00:42', '20010db80000000100000000ff000042'],
    ['::ffff:192.0.2.1', `${'0'.repeat(20)}ffffc0000201`],
    ['2001:db8:0:1:2:3:192.0.2.1', '20010db80000000100020003c0000201'],
    ['localhost', undefined],
    ['', undefined],
  ])('the address %j is converted to bytes', (address, hex) => {
    expect(hexOf(addressBytes(address))).toBe(hex);
  });
});

describe('answer', () => {
  const success = `0101000c${COOKIE}${ID}002000080001a147e112a643`;

  test.each([
    { name: 'a plain binding request', request: plainRequest, answer: success },
    { name: 'one with an unknown optional attribute', request: withAttribute(0x8022), answer: success },
    { name: 'one with a known attribute', request: withAttribute(0x0006), answer: success },
    {
      name: 'one with an unknown required attribute',
      request: withAttribute(0x0003),
      answer: `01110010${COOKIE}${ID}0009000400000414000a000200030000`,
    },
    { name: 'another method', request: bytesOf(`00030000 ${COOKIE} ${ID}`), answer: undefined },
    { name: 'an indication', request: bytesOf(`00110000 ${COOKIE} ${ID}`), answer: undefined },
    { name: 'a response', request: sampleIpv4Response, answer: undefined },
    { name: 'another cookie', request: bytesOf(`00010000 2112a443 ${ID}`), answer: undefined },
    { name: 'a wrong length', request: bytesOf(`00010004 ${COOKIE} ${ID}`), answer: undefined },
    {
      name: 'a length that is no multiple of 4',
      request: bytesOf(`00010002 ${COOKIE} ${ID} 0000`),
      answer: undefined,
    },
    {
      name: 'an attribute that runs out',
      request: bytesOf(`00010004 ${COOKIE} ${ID} 80220008`),
      answer: undefined,
    },
    { name: 'RTP', request: bytesOf(`80010000 ${COOKIE} ${ID}`), answer: undefined },
    { name: 'nothing', request: new Uint8Array(), answer: undefined },
  ])('SIP-07 $name', ({ request, answer }) => {
    expect(hexOf(answerStun(request, SOURCE))).toBe(answer?.replaceAll(' ', ''));
  });

  test('SIP-07 the RFC 5769 sample request is refused for PRIORITY, which only ICE agents support', () => {
    const answer = decodeStun(answerStun(sampleRequest, SOURCE) ?? new Uint8Array());
    expect(answer).toMatchObject({ class: 'error', hasFingerprint: true });
    expect(hexOf(answer?.attributes[1]?.value)).toBe('0024');
  });

  test('a wrong or misplaced FINGERPRINT gets no answer; a correct one is answered with FINGERPRINT', () => {
    const request = encodeStun({ ...emptyRequest, hasFingerprint: true });
    expect(decodeStun(answerStun(request, SOURCE) ?? new Uint8Array())).toMatchObject({
      class: 'success',
      hasFingerprint: true,
    });
    expect(answerStun(request.with(request.length - 1, (request.at(-1) ?? 0) ^ 1), SOURCE)).toBeUndefined();
    const fingerprint = { type: 0x8028, value: request.slice(-4) };
    const misplaced = {
      ...emptyRequest,
      attributes: [fingerprint, { type: 0x8022, value: new Uint8Array() }],
    };
    expect(answerStun(encodeStun(misplaced), SOURCE)).toBeUndefined();
  });

  test.each([
    [1500, true],
    [1504, false],
  ])('whether a request of %i bytes is answered: %j', (size, isAnswered) => {
    const filler = { type: 0x8022, value: new Uint8Array(size - 24) };
    const request = encodeStun({ ...emptyRequest, attributes: [filler] });
    expect(request).toHaveLength(size);
    expect(answerStun(request, SOURCE) !== undefined).toBe(isAnswered);
  });

  test('RFC 8489 §16.1.5 no answer is longer than its request by more than 12 bytes over IPv4, 24 over IPv6', () => {
    const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.slice(0, bytes.length & ~3));
    const headed = body.map((bytes) =>
      Uint8Array.from([0, 1, bytes.length >> 8, bytes.length & 0xff, ...bytesOf(COOKIE + ID), ...bytes]),
    );
    const attribute = fc.record({
      type: fc.oneof(fc.nat(0x7fff), fc.nat(0xffff)).filter((type) => type !== 0x8028),
      value: fc.uint8Array({ maxLength: 8 }),
    });
    const valid = fc
      .record({ attributes: fc.array(attribute, { maxLength: 12 }), hasFingerprint: fc.boolean() })
      .map((part) => encodeStun({ ...emptyRequest, ...part }));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 1600 }), headed, valid), (bytes) => {
        const sizeFor = (address: string) => answerStun(bytes, { address, port: 1 })?.length ?? 0;
        expect(sizeFor('192.0.2.1')).toBeLessThanOrEqual(bytes.length + 12);
        expect(sizeFor('2001:db8::1')).toBeLessThanOrEqual(bytes.length + 24);
      }),
    );
  });
});

describe('answer budget', () => {
  test('an address gets 100 answers per second, and others are not delayed', () => {
    let time = 0;
    const budget = createAnswerBudget(() => time);
    const takeMany = (address: string) =>
      Array.from({ length: 150 }, () => budget.take(address)).filter(Boolean).length;
    expect(takeMany('192.0.2.1')).toBe(100);
    expect(takeMany('192.0.2.2')).toBe(100);
    time += 999;
    expect(takeMany('192.0.2.1')).toBe(0);
    time += 1;
    expect(takeMany('192.0.2.1')).toBe(100);
  });

  test('an IPv6 /64 network counts as one address', () => {
    const budget = createAnswerBudget(() => 0);
    for (let host = 0; host < 100; host++) budget.take(`2001:db8::${host.toString(16)}:1`);
    expect(budget.take('2001:db8:0:0:ffff::1')).toBe(false);
    expect(budget.take('2001:db8:0:1::1')).toBe(true);
  });

  const forged = (index: number): string => `10.${index >> 16}.${(index >> 8) & 0xff}.${index & 0xff}`;

  test('20,000 forged sources per second do not block a new source, and one source keeps its limit', () => {
    let time = 0;
    const budget = createAnswerBudget(() => time);
    let unserved = 0;
    let toOne = 0;
    const seconds = 3;
    for (let index = 0; index < seconds * 20_000; index++) {
      time = index / 20;
      budget.take(forged(index));
      // Twenty new sources per second, and one source that sends a thousand requests per second.
      if (index % 1000 === 0 && !budget.take(`192.0.2.${index / 1000}`)) unserved += 1;
      if (index % 20 === 0 && budget.take('198.51.100.1')) toOne += 1;
    }
    expect([unserved, toOne]).toEqual([0, seconds * 100]);
  });

  test('forged sources that use their whole budget do not block a new source', () => {
    const budget = createAnswerBudget(() => 0);
    for (let source = 0; source < 250; source++)
      for (let count = 0; count < 100; count++) expect(budget.take(forged(source))).toBe(true);
    const served = Array.from({ length: 250 }, (_, index) => budget.take(`192.0.2.${index}`));
    // A new source shares all four counters with full ones once in 18 million times.
    expect(served).toEqual(served.map(() => true));
  });

  test('all sources together get a limited number of answers per second, spread evenly over time', () => {
    let time = 0;
    const budget = createAnswerBudget(() => time, 1_000);
    const served = [0, 0, 0, 0, 0];
    for (let index = 0; index < 50_000; index++) {
      time = index / 10;
      if (budget.take(forged(index)))
        served[Math.floor(time / 1000)] = (served[Math.floor(time / 1000)] ?? 0) + 1;
    }
    const [first = 0, ...later] = served;
    expect(first).toBeLessThanOrEqual(2_000);
    for (const count of later) expect(Math.abs(count - 1_000)).toBeLessThanOrEqual(2);
  });
});

const quiet = { info: () => undefined, warn: () => undefined };
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

async function ask(type: 'udp4' | 'udp6', address: string, port: number, request = plainRequest) {
  const socket = createSocket(type);
  socket.send(request, port, address);
  const [answer] = (await once(socket, 'message')) as [Buffer];
  const own = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return { answer: decodeStun(Uint8Array.from(answer)), own, bytes: answer.length };
}

describe('UDP listener', () => {
  test.each([
    { type: 'udp4' as const, host: '0.0.0.0', address: '127.0.0.1', isPossible: true },
    { type: 'udp4' as const, host: '127.0.0.1', address: '127.0.0.1', isPossible: true },
    { type: 'udp4' as const, host: 'localhost', address: '127.0.0.1', isPossible: true },
    { type: 'udp6' as const, host: '0.0.0.0', address: '::1', isPossible: hasIpv6 },
    { type: 'udp6' as const, host: '::', address: '::1', isPossible: hasIpv6 },
    { type: 'udp6' as const, host: '::1', address: '::1', isPossible: hasIpv6 },
  ])('SIP-07 listening on $host answers $address over $type', async ({ type, host, address, isPossible }) => {
    if (!isPossible) return;
    const listener = await listenStun({ port: 0, host, log: quiet });
    const { answer, own } = await ask(type, address, listener.port);
    await listener.close();
    expect(answer?.class).toBe('success');
    expect(answer?.attributes).toEqual([encodeXorMappedAddress({ address, port: own.port }, bytesOf(ID))]);
  });

  test.each([
    { name: 'the bare header that browsers send', request: plainRequest, ipv4: [20, 32], ipv6: [20, 44] },
    {
      name: 'a request with FINGERPRINT',
      request: encodeStun({ ...emptyRequest, hasFingerprint: true }),
      ipv4: [28, 40],
      ipv6: [28, 52],
    },
    {
      name: 'a request with one unknown attribute',
      request: encodeStun({ ...emptyRequest, attributes: [{ type: 0x0003, value: new Uint8Array() }] }),
      ipv4: [24, 36],
      ipv6: [24, 36],
    },
    {
      name: 'a request with SOFTWARE',
      request: encodeStun({ ...emptyRequest, attributes: [{ type: 0x8022, value: new Uint8Array(12) }] }),
      ipv4: [36, 32],
      ipv6: [36, 44],
    },
  ])(
    'RFC 8489 §16.1.5 request and answer have the documented sizes: $name',
    async ({ request, ipv4, ipv6 }) => {
      const listener = await listenStun({ port: 0, host: '0.0.0.0', log: quiet });
      onTestFinished(() => listener.close());
      const sizesOver = async (type: 'udp4' | 'udp6', address: string) => {
        const { bytes } = await ask(type, address, listener.port, request);
        return [request.length, bytes];
      };
      expect(await sizesOver('udp4', '127.0.0.1')).toEqual(ipv4);
      if (hasIpv6) expect(await sizesOver('udp6', '::1')).toEqual(ipv6);
    },
  );

  test('IPv4 and IPv6 share the answers that LIMIT_STUN_ANSWERS allows', async () => {
    let time = 0;
    let looked = (): void => undefined;
    const listener = await listenStun({
      port: 0,
      host: '0.0.0.0',
      log: quiet,
      answersPerSecond: 2,
      now() {
        looked();
        return time;
      },
    });
    onTestFinished(() => listener.close());
    await ask('udp4', '127.0.0.1', listener.port);
    await (hasIpv6 ? ask('udp6', '::1', listener.port) : ask('udp4', '127.0.0.1', listener.port));
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    const answered = once(socket, 'message') as Promise<[Buffer]>;
    const refused = new Promise<void>((resolve) => (looked = resolve));
    socket.send(plainRequest, listener.port, '127.0.0.1');
    await refused;
    time = 500;
    const later = encodeStun({ ...emptyRequest, transactionId: new Uint8Array(12) });
    socket.send(later, listener.port, '127.0.0.1');
    const [answer] = await answered;
    expect(decodeStun(Uint8Array.from(answer))?.transactionId).toEqual(new Uint8Array(12));
  });

  test('a port in use gives a readable error, and the listener can be opened again after close', async () => {
    const options = { host: '127.0.0.1', log: quiet };
    const first = await listenStun({ ...options, port: 0 });
    const again = { ...options, port: first.port };
    await expect(listenStun(again)).rejects.toThrow(
      `STUN cannot listen on 127.0.0.1, UDP port ${first.port}: another program uses it`,
    );
    await first.close();
    const second = await listenStun(again);
    expect(second.port).toBe(first.port);
    await second.close();
  });

  test.skipIf(!hasIpv6)(
    'SIP-07 without a given port the listener finds one that is free on IPv4 and on IPv6',
    async () => {
      // About a tenth of the ports that the system gives out.
      const others = Array.from({ length: 3000 }, () => createSocket({ type: 'udp6', ipv6Only: true }));
      onTestFinished(async () => {
        await Promise.all(others.map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
      });
      await Promise.all(others.map((socket) => once(socket.bind(0, '::'), 'listening')));
      for (let time = 0; time < 50; time++)
        await (await listenStun({ port: 0, host: '0.0.0.0', log: quiet })).close();
    },
  );
});
