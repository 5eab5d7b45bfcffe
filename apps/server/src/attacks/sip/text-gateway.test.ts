import type { SipRequest } from '@samtal/sip';
import { header } from '@samtal/sip';
import { createFakeClock, createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { AGENT_LIMITS, TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { createRttSender, rttSection } from '../../server-agents/testing/rtt-text.ts';
import { register, settle } from '../../sip/testing/test-bed.ts';
import {
  createGatewayBed,
  DESK,
  deskBody,
  domain,
  lastOf,
  nextNumber,
  RED,
  reading,
  readMessages,
  SOUND,
  say,
  sdp,
  toAlice,
  toDesk,
  userAnswer,
  userOffer,
  within,
  withMessage,
} from '../testing/gateway-bed.ts';

/** What users, phones and strangers may try with the text gateway (decision D94). */

test('D94 a user can neither call the gateway directly nor name a device or a token', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [mallory, desk] = [await bed.user('mallory'), await bed.desk()];
  const headers = [...withMessage, { name: 'Samtal-Text-Target', value: `<${desk.contact}>` }];
  for (const target of [`text-gateway@${domain}`, `text-gateway@${domain};x=y`]) {
    mallory.request('INVITE', target, { body: userOffer, headers });
    await settle();
    expect(mallory.statuses('INVITE').at(-1)).toBe(404);
  }
  mallory.request('INVITE', 'guessed@text-gateway.invalid', { body: userOffer, headers });
  mallory.request('MESSAGE', `text-gateway@${domain}`, { body: 'hej', headers });
  await settle();
  expect(mallory.statuses('INVITE').at(-1)).toBeGreaterThanOrEqual(400);
  expect(mallory.statuses('MESSAGE').at(-1)).toBeGreaterThanOrEqual(400);
  mallory.request('INVITE', `desk@${domain}`, { body: userOffer, headers });
  await settle();
  expect(header(lastOf(desk.requests('INVITE')), 'Samtal-Text-Target')).toBeUndefined();
});

test('D94 a user cannot call in the name of another one, also where the call passes the gateway', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [mallory, desk] = [await bed.user('mallory'), await bed.desk()];
  mallory.request('INVITE', `desk@${domain}`, {
    body: userOffer,
    headers: withMessage,
    from: `<sip:alice@${domain}>;tag=1`,
  });
  await settle();
  expect(mallory.statuses('INVITE').at(-1)).toBe(403);
  expect(desk.requests('INVITE')).toEqual([]);
});

test('D94 a phone with the name of the gateway needs the secret of the gateway', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const mallory = await bed.user('mallory');
  const answer = await register(mallory, `text-gateway@${domain}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

test('D94 packets of strangers are not read and change no way', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { port, caller } = await toDesk(alice, desk);
  const phone = createRttSender(RED);
  const forged = createRttSender(RED, 99);
  const give = (from = DESK): void => bed.network.give(port, forged.next('forged'), from);
  give({ address: '198.51.100.1', port: DESK.port });
  bed.network.give(port, phone.next('a'));
  give({ address: DESK.address, port: 6_666 });
  for (let count = 0; count < 5_000; count += 1) {
    give({ address: '198.51.100.1', port: DESK.port });
    // A forged source, without the numbers of the stream.
    give();
  }
  bed.network.give(port, phone.next('b'));
  bed.network.sent.length = 0;
  say(alice, caller, 'x');
  bed.clock.advance(1_000);
  expect(new Set(bed.network.sent.map(({ to }) => JSON.stringify(to)))).toEqual(
    new Set([JSON.stringify(DESK)]),
  );
  expect(await readMessages(bed, alice)).toBe('ab');
});

test('D94 a stranger who sends first from the address of the phone loses the way to the phone', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { port, caller } = await toDesk(alice, desk);
  bed.network.give(port, createRttSender(RED, 99).next('first'), { address: DESK.address, port: 6_666 });
  bed.network.give(port, createRttSender(RED).next('phone'));
  bed.network.sent.length = 0;
  say(alice, caller, 'x');
  bed.clock.advance(1_000);
  expect(lastOf(bed.network.sent).to).toEqual(DESK);
  expect(await readMessages(bed, alice)).toBe('firstphone');
});

test('D94 packets that are cut, repeated, huge, old or random change nothing', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { port } = await toDesk(alice, desk);
  const random = createSeededRandom(94);
  const phone = createRttSender({ t140: 98 }, 5, 1_000);
  const first = phone.next('a');
  bed.network.give(port, first);
  for (let length = 0; length < first.length; length += 1) bed.network.give(port, first.subarray(0, length));
  bed.network.give(port, Buffer.concat([first, Buffer.alloc(60_000, 'x')]));
  for (let count = 0; count < 20; count += 1) bed.network.give(port, first);
  for (let count = 0; count < 3_000; count += 1) {
    const bytes = Buffer.from(
      Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256)),
    );
    bed.network.give(port, bytes);
    bed.clock.advance(5);
  }
  bed.clock.advance(10_000);
  bed.network.give(port, phone.next('b'));
  expect(await readMessages(bed, alice)).toBe('ab');
  expect(bed.logged).not.toContain('text_gateway_failed');
});

test('D94 of a phone that floods the gateway, as many packets are read as a phone sends; the rest is marked', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { port } = await toDesk(alice, desk);
  const phone = createRttSender({ t140: 98 });
  for (let count = 0; count < 20_000; count += 1) bed.network.give(port, phone.next('.'));
  const text = await readMessages(bed, alice);
  expect(text.replaceAll('\uFFFD', '').length).toBeLessThanOrEqual(TEXT_GATEWAY_LIMITS.packets.burst);
  expect(bed.refused.length).toBeGreaterThan(19_000);
  // The phone is heard again when it is quiet, behind a mark.
  bed.clock.advance(10_000);
  const after = createRttSender({ t140: 98 }, 0x51_51_51_51, 30_000);
  bed.network.give(port, after.next('x'));
  bed.network.give(port, after.next('y'));
  expect(await readMessages(bed, alice)).toBe('\uFFFDxy');
});

test('D41 D94 text for a user who does not read is limited, and its gap is marked', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { port } = await toDesk(alice, desk);
  const phone = createRttSender({ t140: 98 });
  const block = 'x'.repeat(1_000);
  for (let count = 0; count < 40; count += 1) {
    bed.network.give(port, phone.next(block));
    bed.clock.advance(100);
  }
  expect(bed.counted).toContain('dropped');
  const before = await readMessages(bed, alice);
  expect(before.length).toBeLessThanOrEqual(TEXT_GATEWAY_LIMITS.waitingForUser + 1_000);
  bed.network.give(port, phone.next('end'));
  expect(await readMessages(bed, alice)).toBe('\uFFFDend');
});

test('D94 a user who floods the phone is refused beyond what waits, and the phone gets its pace', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const { caller } = await toDesk(alice, desk);
  for (let count = 0; count < 60; count += 1) say(alice, caller, 'y'.repeat(1_000));
  say(alice, caller, 'z'.repeat(AGENT_LIMITS.textBytes + 1));
  await settle();
  for (let second = 0; second < 60; second += 1) {
    bed.clock.advance(1_000);
    await settle();
  }
  const statuses = alice.statuses('MESSAGE');
  expect(statuses.length).toBe(61);
  const countOf = (status: number): number => statuses.filter((each) => each === status).length;
  expect(countOf(413)).toBe(1);
  expect(countOf(200) + countOf(500)).toBe(60);
  const { length } = reading(bed);
  expect(length).toBeGreaterThanOrEqual(1_000 * countOf(200));
  expect(length).toBeLessThanOrEqual(30 * 70);
});

test('D94 two phones behind one address each keep their own text', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, bobby] = [await bed.user('alice'), await bed.user('bobby')];
  const [desk, other] = [await bed.desk(), await bed.desk('other')];
  const first = await toAlice(desk, alice);
  const offer = deskBody(RED, SOUND, 7_000);
  other.request('INVITE', `bobby@${domain}`, { body: offer, headers: withMessage });
  await settle();
  bobby.respond(lastOf(bobby.requests('INVITE')), 200, { body: userAnswer, headers: withMessage });
  await settle();
  const second = Number(/^m=text (\d+)/m.exec(other.answer('INVITE').body)?.[1]);
  const [one, two] = [createRttSender(RED, 1), createRttSender(RED, 2)];
  const [strayOne, strayTwo] = [createRttSender(RED, 1), createRttSender(RED, 2)];
  bed.network.give(second, two.next('b'), { ...DESK, port: 7_000 });
  bed.network.give(first.port, one.next('a'));
  bed.network.give(second, strayOne.next('wrong'));
  bed.network.give(first.port, strayTwo.next('wrong'), { ...DESK, port: 7_000 });
  bed.network.give(second, two.next('d'), { ...DESK, port: 7_000 });
  bed.network.give(first.port, one.next('c'));
  expect(await readMessages(bed, bobby)).toBe('bd');
  expect(await readMessages(bed, alice)).toBe('ac');
});

test('D94 bodies that are no SDP, too long or full of sections end or refuse the call, and leave no port open', async () => {
  const bed = await createGatewayBed(createFakeClock());
  const [alice, desk] = [await bed.user('alice'), await bed.desk()];
  const sections = Array.from({ length: 500 }, () => 'm=text 5004 RTP/AVP 98').join('\r\n');
  const bodies = ['', 'x', 'v=0\r\nm=audio\r\n', `${userOffer}${'a=x\r\n'.repeat(20_000)}`];
  for (const body of bodies) {
    alice.request('INVITE', `desk@${domain}`, { body, headers: body === '' ? [] : withMessage });
    await settle();
  }
  expect(bed.network.open()).toBe(0);
  for (const body of ['', 'x', `${sdp(...SOUND)}\r\n${sections}\r\n`]) {
    alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    desk.respond(lastOf(desk.requests('INVITE')), 200, { body, headers: withMessage });
    await settle();
    if (body.length < 2) expect(alice.statuses('INVITE').at(-1)).toBe(502);
  }
  expect(bed.logged).not.toContain('text_gateway_failed');
  expect(bed.network.open()).toBe(1);
});

test('D94 one caller cannot use up the calls, and callers give back what they used', async () => {
  const bed = await createGatewayBed(createFakeClock(), { calls: 20, mostPorts: 100 });
  const [mallory, alice] = [await bed.user('mallory'), await bed.user('alice')];
  const desk = await bed.desk();
  const invites: SipRequest[] = [];
  for (let count = 0; count < 40; count += 1) {
    invites.push(mallory.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage }));
    await settle();
  }
  expect(bed.network.open()).toBe(TEXT_GATEWAY_LIMITS.callsPerCaller);
  alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
  await settle();
  expect(bed.network.open()).toBe(TEXT_GATEWAY_LIMITS.callsPerCaller + 1);
  mallory.drop();
  await settle();
  for (const invite of desk.requests('INVITE')) desk.respond(invite, 487);
  await settle();
  expect(bed.network.open()).toBe(0);
});

test('D94 in any order of requests and answers the gateway stays in order, and frees everything', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = createSeededRandom(seed);
    const pick = <T>(list: readonly T[]): T =>
      list[Math.floor(random() * list.length)] ?? expect.fail('empty');
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, callee, port } = await toDesk(alice, desk);
    const phone = createRttSender(RED);
    const bodies = [
      userOffer,
      userAnswer,
      deskBody(),
      sdp(...SOUND, ''),
      rttSection({ host: '10.0.0.1', port: 9, ...RED }),
      'x',
      '',
    ];
    for (let count = 0; count < 40; count += 1) {
      const [who, dialog] = pick([
        [alice, caller],
        [desk, callee],
      ] as const);
      const method = pick([
        'INVITE',
        'MESSAGE',
        'INFO',
        'ACK',
        'UPDATE',
        'OPTIONS',
        'REFER',
        'PRACK',
        random() < 0.1 ? 'BYE' : 'INFO',
      ]);
      const last = who.heard.findLast((message) => message.kind === 'request');
      if (random() < 0.4 && last?.kind === 'request' && last.method !== 'ACK')
        who.respond(last, pick([100, 180, 200, 200, 200, 302, 401, 481, 488, 500, 603]), {
          body: pick(bodies),
          headers: withMessage,
        });
      else if (random() < 0.3) bed.network.give(port, phone.next(pick(['a', '', '\b'])));
      else if (method === 'MESSAGE') say(who, dialog, pick(['x', '', 'y'.repeat(2_000)]));
      else if (method === 'INFO')
        who.requestIn(dialog, method, {
          body: 'Signal=1',
          headers: [{ name: 'Content-Type', value: 'application/dtmf' }],
          cseq: nextNumber(),
        });
      else within(who, dialog, method, method === 'INVITE' ? pick(bodies) : '');
      bed.clock.advance(pick([0, 50, 300, 5_000]));
      await settle();
    }
    expect(bed.logged, `seed ${seed}`).not.toContain('text_gateway_failed');
    alice.drop();
    desk.drop();
    bed.clock.advance(120_000);
    await settle();
    expect(bed.network.open(), `seed ${seed}`).toBe(0);
  }
});
