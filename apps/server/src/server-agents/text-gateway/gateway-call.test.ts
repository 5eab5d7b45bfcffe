import { header, serialize } from '@samtal/sip';
import { createFakeClock } from '@samtal/test-kit';
import { describe, expect, test } from 'vitest';
import {
  call,
  createGatewayBed,
  DESK,
  deskBody,
  domain,
  GATEWAY,
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
} from '../../attacks/testing/gateway-bed.ts';
import { callerDialog, connectPhone } from '../../sip/testing/scripted-phone.ts';
import { register, settle } from '../../sip/testing/test-bed.ts';
import { createRttReader, createRttSender, readRttSection, rttSection } from '../testing/rtt-text.ts';

describe('a user calls a phone with text over RTP', () => {
  test('D94 the phone is offered text in the place of the data channel, and sound as the user offers it', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { arrived, invite, success } = await toDesk(alice, desk);
    expect(arrived.body).toBe(
      sdp(
        'a=group:BUNDLE 0',
        ...SOUND,
        'a=mid:0',
        'm=text 40200 RTP/AVP 100 98',
        `c=IN IP4 ${GATEWAY}`,
        'a=rtpmap:98 t140/1000',
        'a=fmtp:98 cps=100',
        'a=rtpmap:100 red/1000',
        'a=fmtp:100 98/98/98',
        'a=sendrecv',
        '',
      ),
    );
    for (const name of ['To', 'Call-ID']) expect(header(arrived, name)).toBe(header(invite, name));
    expect(header(arrived, 'From')).toMatch(/^<sip:alice@demo\.example>;tag=/);
    expect(header(arrived, 'Samtal-Text-Target')).toBeUndefined();
    expect(success.body).toBe(
      sdp(
        'a=rtt:sip-message',
        ...SOUND,
        'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
        'c=IN IP4 0.0.0.0',
        'a=mid:1',
        'a=inactive',
        '',
      ),
    );
    expect(bed.logged).toContain('text_gateway_connected');
  });

  test('D94 what the user types reaches the phone, is repeated, and is confirmed when it has left', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller } = await toDesk(alice, desk);
    bed.clock.advance(1_000);
    bed.network.sent.length = 0;
    say(alice, caller, 'h');
    await settle();
    say(alice, caller, 'ä\b✓\u2028');
    expect(alice.statuses('MESSAGE')).toEqual([200]);
    bed.clock.advance(300);
    expect(alice.statuses('MESSAGE')).toEqual([200, 200]);
    bed.clock.advance(3_000);
    expect(bed.network.sent.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => DESK));
    expect(reading(bed)).toBe('hä\b✓\u2028');
    const half = createRttReader(RED);
    for (const { bytes } of bed.network.sent.slice(2)) half.take(bytes);
    expect(half.text()).toBe('hä\b✓\u2028');
  });

  test('D94 what the phone types reaches the user as MESSAGE, complete after two lost packets', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { port } = await toDesk(alice, desk);
    const phone = createRttSender(RED);
    const packets = ['\uFEFF', 'h', 'e', 'j', '', ''].map((text) => phone.next(text));
    for (const index of [0, 3, 4, 5]) bed.network.give(port, packets[index] ?? Buffer.alloc(0));
    expect(await readMessages(bed, alice)).toBe('hej');
    expect(bed.counted).toContain('recovered');
  });

  test('D94 a phone with t140 alone and other payload types is understood', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, port } = await toDesk(alice, desk, deskBody({ t140: 110 }));
    say(alice, caller, 'hej');
    bed.clock.advance(2_000);
    expect(reading(bed, { t140: 110 })).toBe('hej');
    // The phone sends with the payload types of the offer (RFC 3264 §5.1).
    bed.network.give(port, createRttSender({ t140: 98 }).next('svar'));
    expect(await readMessages(bed, alice)).toBe('svar');
  });

  test('D94 a phone without text leaves the call without text, and the user is told so', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { success, caller } = await toDesk(alice, desk, sdp(...SOUND, 'm=text 0 RTP/AVP 100 98', ''));
    expect(success.body).toContain('a=rtt:none');
    say(alice, caller, 'hej');
    expect(alice.statuses('MESSAGE')).toEqual([480]);
    expect(bed.network.sent).toEqual([]);
  });

  test.each([
    ['an address of a group', deskBody().replace(`c=IN IP4 ${DESK.address}`, 'c=IN IP4 224.0.0.1')],
    ['a loopback address', deskBody().replace(`c=IN IP4 ${DESK.address}`, 'c=IN IP4 127.0.0.1')],
    ['a name', deskBody().replace(`c=IN IP4 ${DESK.address}`, 'c=IN IP4 phone.example')],
    ['a port of another protocol', deskBody(RED, SOUND, 53)],
    ['encryption', deskBody().replace('RTP/AVP 100', 'RTP/SAVP 100')],
    ['another clock', deskBody().replace('t140/1000', 't140/8000')],
  ])('D94 text to a phone with %s is refused, and the call goes on', async (_name, answer) => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { success, caller } = await toDesk(alice, desk, answer);
    expect(success.body).toContain('a=rtt:none');
    say(alice, caller, 'hej');
    bed.clock.advance(5_000);
    expect(bed.network.sent).toEqual([]);
  });

  test('D41 D94 text that the phone does not take in time is not confirmed, and is not sent later', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller } = await toDesk(alice, desk, deskBody({ ...RED, cps: 1 }));
    say(alice, caller, 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz');
    bed.clock.advance(19_999);
    expect(alice.statuses('MESSAGE')).toEqual([]);
    bed.clock.advance(1);
    expect(alice.statuses('MESSAGE')).toEqual([500]);
    const before = reading(bed);
    bed.clock.advance(60_000);
    expect(reading(bed)).toBe(before);
    expect(bed.counted).toContain('unsent');
  });

  test('D41 D94 text that the network does not take is not confirmed', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller } = await toDesk(alice, desk, deskBody(RED, SOUND, 9_999));
    say(alice, caller, 'h');
    bed.clock.advance(1_000);
    expect(alice.statuses('MESSAGE')).toEqual([500]);
  });

  test('D94 the refusal of the phone reaches the user with its Reason, and the port is free again', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    desk.respond(lastOf(desk.requests('INVITE')), 180);
    await settle();
    const headers = [{ name: 'Reason', value: 'SIP;cause=603;text="Decline"' }];
    desk.respond(lastOf(desk.requests('INVITE')), 403, { headers });
    await settle();
    expect(alice.statuses('INVITE')).toEqual([100, 180, 403]);
    expect(header(alice.answer('INVITE'), 'Reason')).toContain('cause=603');
    expect(bed.network.open()).toBe(0);
    expect(bed.missed).toEqual([]);
  });

  test('D94 a user who gives up cancels the call at the phone, which is missed once', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const invite = alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    desk.respond(lastOf(desk.requests('INVITE')), 180);
    await settle();
    alice.follow(invite, 'CANCEL');
    await settle();
    expect(desk.requests('CANCEL').length).toBe(1);
    desk.respond(lastOf(desk.requests('INVITE')), 487);
    await settle();
    expect(alice.statuses('INVITE').at(-1)).toBe(487);
    expect(bed.missed).toEqual(['givenUp']);
    expect(bed.network.open()).toBe(0);
  });

  test('D94 a phone that answers while the user gives up is hung up', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const invite = alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    const arrived = lastOf(desk.requests('INVITE'));
    alice.follow(invite, 'CANCEL');
    await settle();
    desk.respond(arrived, 200, { body: deskBody(), headers: withMessage });
    await settle();
    expect(desk.requests('BYE').length).toBe(1);
    expect(bed.network.open()).toBe(0);
  });

  test('D94 an answer that the phone repeats gets ACK once more, and the call goes on (RFC 3261 §13.2.2.4)', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    const success = desk.respond(lastOf(desk.requests('INVITE')), 200, {
      body: deskBody(),
      headers: withMessage,
    });
    await settle();
    desk.sendText(serialize(success));
    await settle();
    expect(desk.requests('ACK').length).toBe(2);
    expect(desk.requests('BYE')).toEqual([]);
  });

  test('D94 BYE of either end ends the other one', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const first = await toDesk(alice, desk);
    bed.clock.advance(2_000);
    within(alice, first.caller, 'BYE');
    await settle();
    expect([alice.statuses('BYE'), desk.requests('BYE').length]).toEqual([[200], 1]);
    const second = await toDesk(alice, desk);
    within(desk, second.callee, 'BYE');
    bed.clock.advance(2_000);
    await settle();
    expect(alice.requests('BYE').length).toBe(1);
    expect(bed.network.open()).toBe(0);
  });

  test('D94 the last text of a user is repeated before the phone gets BYE', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller } = await toDesk(alice, desk);
    bed.clock.advance(2_000);
    bed.network.sent.length = 0;
    say(alice, caller, '!');
    within(alice, caller, 'BYE');
    expect(desk.requests('BYE')).toEqual([]);
    bed.clock.advance(700);
    await settle();
    expect(desk.requests('BYE').length).toBe(1);
    expect(bed.network.sent.length).toBe(3);
  });

  test('D94 the last text of a phone reaches the user before BYE, with a mark for what was lost', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { callee, port } = await toDesk(alice, desk);
    const phone = createRttSender({ t140: 98 });
    bed.network.give(port, phone.next('a'));
    phone.next('b');
    bed.network.give(port, phone.next('c'));
    within(desk, callee, 'BYE');
    expect(await readMessages(bed, alice)).toBe('a\uFFFDc');
    bed.clock.advance(2_000);
    await settle();
    expect(alice.requests('BYE').length).toBe(1);
  });
});

describe('a phone with text over RTP calls a user', () => {
  test('D94 the user is offered text by MESSAGE, and text goes both ways', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const types = { t140: 97, red: 96 };
    const { arrived, success, callee, port } = await toAlice(desk, alice, deskBody(types));
    expect(arrived.body).toBe(
      sdp('a=rtt:sip-message', ...SOUND, 'm=text 0 RTP/AVP 96 97', 'c=IN IP4 0.0.0.0', 'a=inactive', ''),
    );
    expect(success.body).toContain('m=text 40200 RTP/AVP 96 97\r\n');
    expect(success.body).toContain('a=fmtp:96 97/97/97\r\n');
    const phone = createRttSender(types);
    bed.network.give(port, phone.next('hej'));
    expect(await readMessages(bed, alice)).toBe('hej');
    say(alice, callee, 'svar');
    bed.clock.advance(2_000);
    expect(reading(bed, types)).toBe('svar');
  });

  test('D94 a user whose text is off leaves the call without text', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const answer = sdp('a=rtt:none', ...SOUND, 'm=text 0 RTP/AVP 98', '');
    const { success } = await call(desk, alice, {
      offer: deskBody(),
      answer,
      target: `alice@${domain}`,
    });
    expect(success.body).toContain('m=text 0 RTP/AVP 100 98\r\n');
  });

  test('D94 an answer with other sections than the offer has no text, because it is not known which they are', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const answer = sdp('a=rtt:sip-message', ...SOUND, '');
    const { success } = await call(desk, alice, { offer: deskBody(), answer, target: `alice@${domain}` });
    expect(success.body).toContain('m=text 0');
  });

  test('D28 D94 a phone reads and writes text with the echo service', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const desk = await bed.desk();
    desk.request('INVITE', `echo@${domain}`, { body: deskBody(RED, []), headers: withMessage });
    await settle();
    const success = desk.answer('INVITE');
    desk.requestIn(callerDialog(success), 'ACK', {
      cseq: Number.parseInt(header(success, 'CSeq') ?? '', 10),
    });
    await settle();
    bed.network.give(readRttSection(success.body)?.port ?? 0, createRttSender(RED).next('ping'));
    for (let step = 0; step < 20; step += 1) {
      bed.clock.advance(250);
      await settle();
    }
    expect(reading(bed)).toBe('This is the echo service. What you type comes back.\u2028ping');
  });
});

describe('during a call', () => {
  test('D94 a re-INVITE of each end reaches the other one, with text in its place', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, callee } = await toDesk(alice, desk);
    const video = ['m=video 5002 RTP/AVP 96', 'c=IN IP4 192.0.2.1'];
    within(
      alice,
      caller,
      'INVITE',
      sdp('a=rtt:sip-message', ...SOUND, 'm=application 0 UDP/DTLS/SCTP x', ...video, ''),
    );
    await settle();
    const offered = lastOf(desk.requests('INVITE'));
    expect(offered.body.match(/^m=\w+ \d+/gm)).toEqual(['m=audio 5000', 'm=text 40200', 'm=video 5002']);
    const sections = [
      ...SOUND,
      ...rttSection({ host: DESK.address, port: 6_000, ...RED })
        .trim()
        .split('\r\n'),
      ...video,
    ];
    desk.respond(offered, 200, { body: sdp(...sections, ''), headers: withMessage });
    await settle();
    expect(desk.requests('ACK').length).toBe(2);
    expect(alice.answer('INVITE').body.match(/^m=\w+ \d+/gm)).toEqual([
      'm=audio 5000',
      'm=application 0',
      'm=video 5002',
    ]);
    say(alice, caller, 'x');
    bed.clock.advance(1_000);
    expect(lastOf(bed.network.sent).to).toEqual({ ...DESK, port: 6_000 });

    within(desk, callee, 'INVITE', sdp(...sections, '').replace('a=rtpmap:0', 'a=sendonly\r\na=rtpmap:0'));
    await settle();
    const held = lastOf(alice.requests('INVITE'));
    expect(held.body).toContain('a=sendonly');
    expect(held.body).not.toContain('m=text');
    alice.respond(held, 488);
    await settle();
    expect(desk.statuses('INVITE').at(-1)).toBe(488);
    say(alice, caller, 'y');
    bed.clock.advance(1_000);
    expect(reading(bed)).toContain('y');
  });

  test('D94 text waits while the phone holds the call, and goes on after it', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, callee } = await toDesk(alice, desk);
    bed.clock.advance(2_000);
    const change = async (body: string): Promise<void> => {
      within(desk, callee, 'INVITE', body);
      await settle();
      alice.respond(lastOf(alice.requests('INVITE')), 200, { body: userAnswer, headers: withMessage });
      await settle();
    };
    await change(`${deskBody()}a=inactive\r\n`);
    bed.network.sent.length = 0;
    say(alice, caller, 'x');
    bed.clock.advance(2_000);
    expect([bed.network.sent, alice.statuses('MESSAGE')]).toEqual([[], []]);
    await change(deskBody());
    expect(alice.statuses('MESSAGE')).toEqual([200]);
    expect(reading(bed)).toContain('x');
  });

  test('D94 offers that cross get 491, and a second one of the same end 500', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, callee } = await toDesk(alice, desk);
    within(alice, caller, 'INVITE', userOffer);
    await settle();
    within(desk, callee, 'INVITE', deskBody());
    within(alice, caller, 'INVITE', userOffer);
    await settle();
    expect(desk.statuses('INVITE').at(-1)).toBe(491);
    expect(alice.statuses('INVITE').at(-1)).toBe(500);
  });

  test('DTMF-03 D94 digits pass as INFO, and other methods are refused', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk()];
    const { caller, callee } = await toDesk(alice, desk);
    alice.requestIn(caller, 'INFO', {
      body: 'Signal=5\r\nDuration=2000\r\n',
      headers: [{ name: 'Content-Type', value: 'application/dtmf-relay' }],
      cseq: nextNumber(),
    });
    await settle();
    const info = lastOf(desk.requests('INFO'));
    expect([info.body, header(info, 'Content-Type')]).toEqual([
      'Signal=5\r\nDuration=2000\r\n',
      'application/dtmf-relay',
    ]);
    desk.respond(info, 200);
    await settle();
    expect(alice.statuses('INFO')).toEqual([200]);
    say(desk, callee, 'a chat message');
    await settle();
    expect(desk.statuses('MESSAGE')).toEqual([405]);
  });

  test('GEO-03 D94 a position in the INVITE reaches the phone of an emergency service', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, desk] = [await bed.user('alice'), await bed.desk('desk')];
    const body = `--b\r\nContent-Type: application/sdp\r\n\r\n${userOffer}\r\n--b\r\nContent-Type: application/pidf+xml\r\nContent-ID: <1@a>\r\n\r\n<presence/>\r\n--b--\r\n`;
    const headers = [
      { name: 'Content-Type', value: 'multipart/mixed;boundary=b' },
      { name: 'Geolocation', value: '<cid:1@a>' },
      { name: 'Allow', value: 'MESSAGE' },
    ];
    alice.request('INVITE', `desk@${domain}`, { body, headers });
    await settle();
    const arrived = lastOf(desk.requests('INVITE'));
    expect(header(arrived, 'Geolocation')).toBe('<cid:1@a>');
    expect(arrived.body).toContain('<presence/>\r\n--b--');
    expect(arrived.body).toContain('m=text 40200 RTP/AVP 100 98\r\n');
  });

  test('D94 when the gateway stops, both ends get BYE; a call that rings is refused', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, bobby, desk] = [await bed.user('alice'), await bed.user('bobby'), await bed.desk()];
    await toDesk(alice, desk);
    bobby.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    await bed.closeAgents();
    await settle();
    for (const phone of [alice, desk]) expect(phone.requests('BYE').length).toBeGreaterThan(0);
    expect(bobby.statuses('INVITE').at(-1)).toBe(480);
    expect(bed.network.open()).toBe(0);
  });
});

describe('which calls go through the gateway', () => {
  test('D94 calls between two users and between two phones do not', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const [alice, bobby] = [await bed.user('alice'), await bed.user('bobby')];
    const [desk, other] = [await bed.desk(), await bed.desk('other')];
    alice.request('INVITE', `bobby@${domain}`, { body: userOffer, headers: withMessage });
    desk.request('INVITE', `other@${domain}`, { body: deskBody(), headers: withMessage });
    await settle();
    expect(lastOf(bobby.requests('INVITE')).body).toBe(userOffer);
    expect(lastOf(other.requests('INVITE')).body).toBe(deskBody());
    expect(bed.network.open()).toBe(0);
  });

  test('D94 of a user with a page and a text phone, the page is called directly and the phone by the gateway', async () => {
    const bed = await createGatewayBed(createFakeClock());
    const alice = await bed.user('alice');
    const [page, phone] = ['page', 'textphone'].map((device) =>
      connectPhone(bed.server, { name: 'desk', password: 'secret-of-desk', device }),
    );
    if (page === undefined || phone === undefined) throw new Error('no phones');
    await register(page, `desk@${domain}`);
    await register(phone, `desk@${domain}`, { isTextPhone: true });
    alice.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    expect(lastOf(page.requests('INVITE')).body).toBe(userOffer);
    const arrived = lastOf(phone.requests('INVITE'));
    expect(arrived.body).toContain('m=text');
    phone.respond(arrived, 180);
    await settle();
    page.respond(lastOf(page.requests('INVITE')), 200, { body: userAnswer, headers: withMessage });
    await settle();
    expect(phone.requests('CANCEL').length).toBe(1);
    expect(header(lastOf(phone.requests('CANCEL')), 'Reason')).toContain('cause=200');
  });

  test.each([
    ['two text phones of a user', 'alice', userOffer, { isTextPhone: true }],
    ['two pages that a text phone calls', 'phone', deskBody(), {}],
  ] as const)(
    'D94 %s ring, and the one that does not answer is cancelled',
    async (_name, by, offer, options) => {
      const bed = await createGatewayBed(createFakeClock());
      const caller = by === 'alice' ? await bed.user('alice') : await bed.desk('phone');
      const devices = ['first', 'second'].map((device) =>
        connectPhone(bed.server, { name: 'dora', password: 'secret-of-dora', device }),
      );
      for (const device of devices) await register(device, `dora@${domain}`, options);
      caller.request('INVITE', `dora@${domain}`, { body: offer, headers: withMessage });
      await settle();
      expect(devices.map((device) => device.requests('INVITE').length)).toEqual([1, 1]);
      const [first, second] = devices;
      if (first === undefined || second === undefined) throw new Error('no devices');
      for (const device of devices) device.respond(lastOf(device.requests('INVITE')), 180);
      await settle();
      first.respond(lastOf(first.requests('INVITE')), 200, {
        body: by === 'alice' ? deskBody() : userAnswer,
        headers: withMessage,
      });
      await settle();
      expect(caller.statuses('INVITE').at(-1)).toBe(200);
      expect(second.requests('CANCEL')).toHaveLength(1);
    },
  );

  test('D94 no more calls at a time than the limit, and no call without a port', async () => {
    const few = await createGatewayBed(createFakeClock(), { calls: 1 });
    const [alice, bobby, desk] = [await few.user('alice'), await few.user('bobby'), await few.desk()];
    await toDesk(alice, desk);
    bobby.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    expect(bobby.statuses('INVITE').at(-1)).toBe(480);
    const none = await createGatewayBed(createFakeClock(), { mostPorts: 0 });
    const carol = await none.user('carol');
    await none.desk();
    carol.request('INVITE', `desk@${domain}`, { body: userOffer, headers: withMessage });
    await settle();
    expect(carol.statuses('INVITE').at(-1)).toBe(480);
    expect(none.logged).toContain('text_gateway_ports_used_up');
    expect(none.refused).toEqual(['text_gateway']);
  });
});
