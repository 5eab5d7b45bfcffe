import type { OpenEnd } from '@samtal/test-kit';
import { signallingCases } from '@samtal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { browserClock } from '../page/browser-clock.ts';
import { answerTo } from './testing/in-page-proxy.ts';
import type { Phone } from './testing/test-phones.ts';
import {
  acquire,
  all,
  connect,
  connections,
  createPhone,
  createRegistered,
  noLimit,
  OriginalConnection,
  openScene,
  proxy,
  ring,
  textOf,
  textOnly,
  tracks,
} from './testing/test-phones.ts';

openScene();

const sentLimits = (connection: RTCPeerConnection, kind: string) =>
  connection
    .getSenders()
    .filter(({ track }) => track?.kind === kind)
    .map((sender) => sender.getParameters())
    .map(({ encodings, degradationPreference }) => [encodings[0]?.maxBitrate, degradationPreference]);
test('a call with sound, video and real-time text flows both ways and ends on both sides', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { atCaller, atCallee, callerId, calleeId } = await connect(anna, bobby);
  const expected = {
    audio: true,
    video: true,
    text: true,
    textTransport: 'dataChannel',
    takesTransfers: true,
    textCps: 1000,
    fromPeer: { audio: true, video: true },
  };
  expect(atCaller).toEqual(expected);
  expect(atCallee).toEqual(expected);

  for (const [phone, callId] of [
    [anna, callerId],
    [bobby, calleeId],
  ] as const) {
    const remote = phone.streams.get(callId, 'remote');
    expect(
      remote
        ?.getTracks()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['audio', 'video']);
    const element = document.createElement('video');
    element.srcObject = remote ?? null;
    element.muted = true;
    await element.play();
    await vi.waitUntil(() => element.videoWidth > 0 && element.currentTime > 0, { timeout: 5000 });
  }

  anna.signalling.sendText(callerId, 1, 'hej åäö 👩‍👩‍👧\u2028\b');
  bobby.signalling.sendText(calleeId, 1, 'svar');
  await anna.next('textDelivered');
  await bobby.next('textReceived');
  await anna.next('textReceived');
  expect(textOf(bobby)).toBe('hej åäö 👩‍👩‍👧\u2028\b');
  expect(textOf(anna)).toBe('svar');

  anna.signalling.hangUp(callerId);
  await anna.next('callClosed');
  await bobby.next('remoteHungUp');
  const invite = proxy.messages.find((message) => message.startsWith('INVITE')) ?? '';
  expect(invite).toContain('Call-Info: <sip:192.0.2.7>;purpose=x-local-ip');
  expect(invite).toMatch(/^User-Agent: Samtal/m);
});

test('three calls leave no live track and no open peer connection behind', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  for (const hangsUp of [anna, bobby, anna]) {
    const { callerId, calleeId } = await connect(anna, bobby);
    hangsUp.signalling.hangUp(hangsUp === anna ? callerId : calleeId);
    await hangsUp.next('callClosed');
    await (hangsUp === anna ? bobby : anna).next('remoteHungUp');
    anna.localMedia.release(callerId);
    bobby.localMedia.release(calleeId);
    for (const [phone, callId] of [
      [anna, callerId],
      [bobby, calleeId],
    ] as const)
      expect([phone.streams.get(callId, 'remote'), phone.streams.get(callId, 'local')]).toEqual([
        undefined,
        undefined,
      ]);
  }
  expect(connections).toHaveLength(6);
  expect(connections.map(({ connectionState }) => connectionState)).toEqual(Array(6).fill('closed'));
  expect(tracks).toHaveLength(12);
  expect(tracks.map(({ readyState }) => readyState)).toEqual(Array(12).fill('ended'));
  const accepted = anna.events.filter(({ type }) => type === 'callAccepted');
  expect(accepted).toHaveLength(3);
});

test('A-043 a text-only call offers only m=application and opens no device', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { atCaller, atCallee, callerId } = await connect(anna, bobby, textOnly);
  expect(atCaller).toEqual({
    audio: false,
    video: false,
    text: true,
    textTransport: 'dataChannel',
    takesTransfers: true,
    textCps: 1000,
    fromPeer: { audio: false, video: false },
  });
  expect(atCallee).toEqual(atCaller);
  const invite = proxy.messages.find((message) => message.startsWith('INVITE')) ?? '';
  expect(invite.match(/^m=\w+/gm)).toEqual(['m=application']);
  expect(invite).toContain('a=dcmap:1 ');
  expect(tracks).toEqual([]);
  anna.signalling.sendText(callerId, 1, 'bara text');
  expect((await bobby.next('textReceived')).characters).toBe('bara text');
});

test('A-044 a medium that the callee has turned off flows in neither direction', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { atCaller, atCallee } = await connect(anna, bobby, all, {
    answered: { audio: true, video: false, text: false },
  });
  const fromPeer = { audio: true, video: false };
  const expected = {
    audio: true,
    video: false,
    text: false,
    textTransport: 'none',
    fromPeer,
    takesTransfers: true,
  };
  expect(atCaller).toEqual(expected);
  expect(atCallee).toEqual(expected);
});

test('T18 T23 A-042 D10 text is sent by MESSAGE, in order, if the answer names no channel', async () => {
  const [anna, bobby] = [
    await createRegistered('anna'),
    await createRegistered('bobby', { textTransports: ['message'] }),
  ];
  const { atCaller, callerId, calleeId } = await connect(anna, bobby, {
    audio: true,
    video: false,
    text: true,
  });
  expect(atCaller.textTransport).toBe('message');
  for (const [chunkId, characters] of ['ett ', 'två ', 'tre'].entries())
    anna.signalling.sendText(callerId, chunkId, characters);
  for (const chunkId of [0, 1, 2]) expect((await anna.next('textDelivered')).chunkId).toBe(chunkId);
  expect(textOf(bobby)).toBe('ett två tre');
  bobby.signalling.sendText(calleeId, 1, '\u0007');
  expect((await anna.next('textReceived')).characters).toBe('\u0007');
});

const text = { contentType: 'Text/Plain;charset=UTF-8', body: 'x', toTag: undefined };
test.each([
  ['481 for another dialog', 481, { ...text, toTag: ';tag=other' }],
  ['481 outside any dialog', 481, { ...text, toTag: '' }],
  ['415 for other content types', 415, { ...text, contentType: 'application/im-iscomposing+xml' }],
  ['413 for a text that is too long', 413, { ...text, body: 'x'.repeat(9000) }],
  ['200 for text', 200, text],
])('A-042 a MESSAGE gets %s', async (_name, status, { toTag, contentType, body }) => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  await connect(anna, bobby, textOnly);
  const ack = proxy.messages.find((message) => message.startsWith('ACK')) ?? '';
  const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(ack)?.[1]?.trim() ?? '';
  const to = toTag === undefined ? headerOf('To') : headerOf('To').replace(/;tag=.*/, toTag);
  const headers = [`From: ${headerOf('From')}`, `To: ${to}`, `Call-ID: ${headerOf('Call-ID')}`];
  proxy.inject(
    'bobby',
    [
      'MESSAGE sip:bobby@demo.example SIP/2.0',
      'Via: SIP/2.0/WSS x.invalid;branch=z9hG4bKinjected',
      'Max-Forwards: 70',
      ...headers,
      'CSeq: 9999999 MESSAGE',
      `Content-Type: ${contentType}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  const answer = await vi.waitUntil(() =>
    proxy.messages.find((message) => message.startsWith('SIP/2.0') && message.includes('z9hG4bKinjected')),
  );
  expect(answer).toContain(`SIP/2.0 ${status} `);
  expect(textOf(bobby)).toBe(status === 200 ? 'x' : '');
});

test('T17 D10 D41 a failed channel is opened again once; the next failure changes to MESSAGE', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const made = vi.spyOn(OriginalConnection.prototype, 'createDataChannel');
  onTestFinished(() => made.mockRestore());
  const { callerId, calleeId } = await connect(anna, bobby, textOnly);
  anna.signalling.sendText(callerId, 1, 'före ');
  await anna.next('textDelivered');
  made.mock.results[0]?.value.close();
  anna.signalling.sendText(callerId, 2, 'held');
  const again = { transport: 'dataChannel', cps: 1000, isTextSafe: false };
  expect(await anna.next('textTransportChanged')).toMatchObject({ ...again, unsentFrom: 2 });
  expect(await bobby.next('textTransportChanged')).toMatchObject(again);
  anna.signalling.sendText(callerId, 3, 'efter ');
  bobby.signalling.sendText(calleeId, 1, 'svar');
  expect((await anna.next('textDelivered')).chunkId).toBe(3);
  expect((await bobby.next('textDelivered')).chunkId).toBe(1);
  expect(textOf(anna)).toBe('svar');

  for (const { value } of made.mock.results) value.close();
  for (const phone of [anna, bobby])
    expect(await phone.next('textTransportChanged')).toMatchObject({
      transport: 'message',
      isTextSafe: false,
    });
  anna.signalling.sendText(callerId, 4, 'sist');
  expect((await anna.next('textDelivered')).chunkId).toBe(4);
  expect(textOf(bobby)).toBe('före efter sist');
});

test('T22 D41 text that waits behind a failed MESSAGE is not sent, and text typed after it is', async () => {
  const [anna, bobby] = [
    await createRegistered('anna'),
    await createRegistered('bobby', { textTransports: ['message'] }),
  ];
  const { callerId } = await connect(anna, bobby, textOnly);
  proxy.filter = (message) => {
    if (!message.startsWith('MESSAGE')) return true;
    proxy.filter = () => true;
    proxy.inject('anna', answerTo(message, '500 Server Internal Error'));
    return false;
  };
  for (const [chunkId, characters] of ['ett', 'två', 'tre'].entries())
    anna.signalling.sendText(callerId, chunkId, characters);
  for (const chunkId of [0, 1, 2]) expect((await anna.next('textFailed')).chunkId).toBe(chunkId);
  anna.signalling.sendText(callerId, 3, '\uFFFDfyra');
  await anna.next('textDelivered');
  expect(textOf(bobby)).toBe('\uFFFDfyra');
});

/** A channel that never opens, as in a network that blocks SCTP. */
function neverOpens(channel: RTCDataChannel): void {
  channel.addEventListener('open', (event) => event.stopImmediatePropagation());
  Object.defineProperty(channel, 'readyState', { get: () => 'connecting' });
}

/** From now on, no channel that is created opens. */
function keepChannelsFromOpening(): void {
  const Counted = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Counted {
    override createDataChannel(label: string, options?: RTCDataChannelInit): RTCDataChannel {
      const channel = super.createDataChannel(label, options);
      neverOpens(channel);
      return channel;
    }
  };
}

test('T17 D10 a channel that never opens changes to MESSAGE without reporting missing text', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  keepChannelsFromOpening();
  const { callerId } = await connect(anna, bobby, textOnly);
  anna.signalling.sendText(callerId, 1, 'waited');
  for (const phone of [anna, bobby])
    expect(await phone.next('textTransportChanged')).toMatchObject({
      transport: 'message',
      isTextSafe: true,
    });
  expect(anna.events).toContainEqual(expect.objectContaining({ unsentFrom: 1 }));
  anna.signalling.sendText(callerId, 2, 'waited');
  await bobby.next('textReceived');
  expect(textOf(bobby)).toBe('waited');
});

/** Makes a browser’s connection look like one whose ICE has failed. */
function failConnection(connection: RTCPeerConnection): void {
  for (const name of ['iceConnectionState', 'connectionState'] as const) {
    Object.defineProperty(connection, name, { get: () => 'failed', configurable: true });
    connection.dispatchEvent(new Event(name.toLowerCase() + 'change'));
  }
}

test.each([
  ['with text alone outlives', textOnly, true],
  ['with sound ends with', { audio: true, video: false, text: true }, false],
])('A-066 D10 a call %s its connection when text has moved to MESSAGE', async (_name, wanted, livesOn) => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  keepChannelsFromOpening();
  const { callerId } = await connect(anna, bobby, wanted);
  for (const phone of [anna, bobby]) await phone.next('textTransportChanged');
  for (const connection of connections) failConnection(connection);
  anna.signalling.sendText(callerId, 1, 'still here');
  if (livesOn) expect((await bobby.next('textReceived')).characters).toBe('still here');
  else await anna.next('callBroken');
  expect(anna.events.some(({ type }) => type === 'callBroken')).toBe(!livesOn);
});

test('MEDIA-05 A-071 D17 a preset limits both senders, and favours frame rate over resolution', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  await connect(anna, bobby, all, { bandwidth: { audioKbps: 64, videoKbps: 448 } });
  const isAnswer = /^SIP\/2\.0 200[\s\S]*CSeq: \d+ INVITE/i;
  for (const body of [/^INVITE/, isAnswer].map((kind) =>
    proxy.messages.find((message) => kind.test(message)),
  ))
    expect(body?.match(/^b=AS:\d+/gm)).toEqual(['b=AS:64', 'b=AS:448']);
  expect(connections).toHaveLength(2);
  for (const connection of connections) {
    await vi.waitUntil(() => sentLimits(connection, 'video')[0]?.[0] !== undefined);
    expect(sentLimits(connection, 'audio')[0]?.[0]).toBe(64_000);
    expect(sentLimits(connection, 'video')).toEqual([[448_000, 'maintain-framerate']]);
  }
  expect(tracks.filter(({ kind }) => kind === 'video').map(({ contentHint }) => contentHint)).toEqual(
    Array(2).fill('motion'),
  );
});

describe('endings', () => {
  test('a failed connection ends the call on both sides', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await connect(anna, bobby, textOnly);
    const [connection] = connections;
    if (connection === undefined) throw new Error('no connection was made');
    Object.defineProperty(connection, 'connectionState', { get: () => 'failed', configurable: true });
    connection.dispatchEvent(new Event('connectionstatechange'));
    await anna.next('callBroken');
    await bobby.next('remoteHungUp');
    expect(anna.events.filter(({ type }) => type === 'callClosed')).toEqual([]);
  });

  test.each([
    [
      'the callee declines with 403',
      (bobby: Phone, calleeId: string) => bobby.signalling.reject(calleeId, 403),
      403,
    ],
    [
      'a second call gets 486',
      (bobby: Phone, calleeId: string) => bobby.signalling.reject(calleeId, 486),
      486,
    ],
    [
      'A-043 without common media: 488',
      (bobby: Phone, calleeId: string) =>
        bobby.signalling.answer({
          callId: calleeId,
          wanted: { audio: false, video: false, text: false },
          bandwidth: noLimit,
        }),
      488,
    ],
  ])('%s', async (_name, refuse, status) => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await ring(anna, textOnly);
    refuse(bobby, (await bobby.next('inviteReceived')).callId);
    expect((await anna.next('callRefused')).status).toBe(status);
    await bobby.next(status === 488 ? 'setUpFailed' : 'callClosed');
  });

  test('REG-05 a hang-up that waits for text sends BYE when the connection closes', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    const { callerId } = await connect(anna, bobby, textOnly);
    anna.signalling.sendText(callerId, 1, 'bye');
    anna.signalling.hangUp(callerId);
    expect(proxy.messages.some((message) => message.startsWith('BYE'))).toBe(false);
    anna.signalling.closeConnection();
    await bobby.next('remoteHungUp');
  });

  test('an unknown user: 404', async () => {
    const anna = await createRegistered('anna');
    anna.signalling.invite({
      callId: 'out',
      target: 'nobody@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    expect((await anna.next('callRefused')).status).toBe(404);
  });

  test.each([
    ['+4681234567@demo.example', 'sip:+4681234567@demo.example;user=phone'],
    ['+4681234567@demo.example;user=phone', 'sip:+4681234567@demo.example;user=phone'],
    ['+4681234567@demo.example;transport=ws', 'sip:+4681234567@demo.example;transport=ws'],
    ['081234567@demo.example', 'sip:081234567@demo.example'],
    ['112@demo.example', 'sip:112@demo.example'],
    ['+46bobby@demo.example', 'sip:+46bobby@demo.example'],
    ['+@demo.example', 'sip:+@demo.example'],
    ['+1234567890123456@demo.example', 'sip:+1234567890123456@demo.example'],
    ['bobby@demo.example', 'sip:bobby@demo.example'],
  ])(
    'SIP-02 RFC 3261 §19.1.6 RFC 9248 §5.4 a call to %s has the Request-URI and To %s',
    async (target, uri) => {
      const anna = await createRegistered('anna');
      anna.signalling.invite({ callId: 'out', target, wanted: textOnly, bandwidth: noLimit });
      await anna.next('callRefused');
      const invite = proxy.messages.find((message) => message.startsWith('INVITE')) ?? '';
      expect(invite.split(' ', 2)[1]).toBe(uri);
      expect(/^To: <([^>]*)>/m.exec(invite)?.[1]).toBe(uri);
    },
  );

  test('RFC 9248 §6 an offer has DTLS-SRTP, Opus, G.711, telephone events, H.264, and feedback by NACK, PLI and FIR', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await connect(anna, bobby, all);
    const invite = proxy.messages.find((message) => message.startsWith('INVITE')) ?? '';
    const [audio = '', video = ''] = ['audio', 'video'].map(
      (kind) => new RegExp(`^m=${kind} [\\s\\S]*?(?=^m=|$(?![\\s\\S]))`, 'm').exec(invite)?.[0],
    );
    for (const section of [audio, video]) {
      expect(section).toMatch(/^m=\w+ \d+ UDP\/TLS\/RTP\/SAVPF /);
      expect(invite).toMatch(/^a=fingerprint:sha-256 /m);
    }
    for (const codec of ['opus/48000/2', 'PCMU/8000', 'PCMA/8000', 'telephone-event/8000'])
      expect(audio).toMatch(new RegExp(`^a=rtpmap:\\d+ ${codec}\\r?$`, 'm'));
    const [, h264 = ''] = /^a=rtpmap:(\d+) H264\/90000\r?$/m.exec(video) ?? [];
    expect(video).toMatch(/profile-level-id=42e01f/);
    for (const feedback of ['ccm fir', 'nack', 'nack pli'])
      expect(video).toMatch(new RegExp(`^a=rtcp-fb:${h264} ${feedback}\\r?$`, 'm'));
  });

  test('STATE-24 a call to an address that SIP cannot express fails to set up', async () => {
    const anna = await createRegistered('anna');
    anna.signalling.invite({ callId: 'out', target: '<>@@', wanted: textOnly, bandwidth: noLimit });
    await anna.next('setUpFailed');
  });

  test('STATE-24 LOGIN-03 in a browser without WebRTC no call can be set up', async () => {
    const anna = await createRegistered('anna');
    const { RTCPeerConnection } = globalThis;
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    anna.signalling.invite({
      callId: 'out',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    Object.assign(globalThis, { RTCPeerConnection });
    expect(await anna.next('setUpFailed')).toMatchObject({ hasNoWebRtc: true });
  });

  test('STATE-24 if a browser refuses an ICE server, set-up fails on both sides', async () => {
    const refused = { iceServersFor: () => [{ urls: 'turn:no.credentials' }] };
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby', refused)];
    await ring(anna, textOnly);
    const { callId } = await bobby.next('inviteReceived');
    bobby.signalling.answer({ callId, wanted: textOnly, bandwidth: noLimit });
    await bobby.next('setUpFailed');
    expect((await anna.next('callRefused')).status).toBe(500);
    bobby.signalling.invite({
      callId: 'out',
      target: 'anna@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    await bobby.next('setUpFailed');
  });

  /**
   * A bandwidth that throws when it is read, to stand for code that this browser cannot run; JsSIP swallows
   * the exception.
   */
  const unreadable = {
    get audioKbps(): number {
      throw new TypeError('not a function');
    },
    videoKbps: 0,
  };

  test('STATE-24 a call whose offer cannot be written fails to set up', async () => {
    const anna = await createRegistered('anna');
    anna.signalling.invite({
      callId: 'out',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: unreadable,
    });
    await anna.next('setUpFailed');
    expect(proxy.messages.filter((message) => message.startsWith('INVITE'))).toEqual([]);
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed']);
  });

  test('STATE-24 a call whose answer cannot be written is refused and fails to set up', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await ring(anna, textOnly);
    const { callId } = await bobby.next('inviteReceived');
    bobby.signalling.answer({ callId, wanted: textOnly, bandwidth: unreadable });
    await bobby.next('setUpFailed');
    expect((await anna.next('callRefused')).status).toBe(500);
  });

  test('STATE-24 a call whose offer is never created fails to set up', async () => {
    vi.spyOn(RTCPeerConnection.prototype, 'createOffer').mockReturnValue(new Promise(() => {}));
    onTestFinished(() => void vi.restoreAllMocks());
    const hurried = {
      ...browserClock,
      setTimer: (delayMs: number, run: () => void) => browserClock.setTimer(delayMs / 100, run),
    };
    const anna = await createRegistered('anna', { clock: hurried });
    anna.signalling.invite({
      callId: 'out',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    expect((await anna.next('setUpFailed')).code).toBe('setUpTooLong');
  });

  test('CANCEL reaches the callee', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    const callerId = await ring(anna, textOnly);
    await bobby.next('inviteReceived');
    anna.signalling.cancel(callerId);
    await anna.next('callClosed');
    await bobby.next('inviteCancelled');
  });

  test('a 200 that crosses the CANCEL is acknowledged and ended with BYE', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    const callerId = await ring(anna, textOnly);
    const { callId: calleeId } = await bobby.next('inviteReceived');
    proxy.filter = (message) => {
      if (!/^SIP\/2\.0 200[\s\S]*CSeq: \d+ INVITE/i.test(message)) return !message.startsWith('CANCEL');
      if (anna.events.every(({ type }) => type !== 'callClosed')) anna.signalling.cancel(callerId);
      return true;
    };
    bobby.signalling.answer({ callId: calleeId, wanted: textOnly, bandwidth: noLimit });
    await bobby.next('remoteHungUp');
    expect(anna.events.filter(({ type }) => type === 'callAccepted')).toEqual([]);
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'closed']);
  });

  test('an answer that browsers cannot accept ends the call, and its connection is closed', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await ring(anna, textOnly);
    const { callId: calleeId } = await bobby.next('inviteReceived');
    proxy.filter = (message) => {
      if (!/^SIP\/2\.0 200[\s\S]*CSeq: \d+ INVITE/i.test(message)) return true;
      const spoilt = message.replace('m=application', 'm=audio').replace(/^Content-Length: \d+\r\n/im, '');
      proxy.inject('anna', spoilt);
      return false;
    };
    bobby.signalling.answer({ callId: calleeId, wanted: textOnly, bandwidth: noLimit });
    await anna.next('callBroken');
    await bobby.next('remoteHungUp');
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'closed']);
  });

  test('a lost connection is reported once, after its calls were removed without events', async () => {
    const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
    await connect(anna, bobby, textOnly);
    const before = anna.events.length;
    proxy.drop();
    await anna.next('connectionLost');
    await bobby.next('connectionLost');
    expect(anna.events.slice(before)).toEqual([{ type: 'connectionLost', code: 'closed1006' }]);
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'closed']);
  });

  test('an INVITE without a session is refused with 488 and not reported', async () => {
    const bobby = await createRegistered('bobby');
    proxy.inject(
      'bobby',
      [
        'INVITE sip:bobby@demo.example SIP/2.0',
        'Via: SIP/2.0/WSS x.invalid;branch=z9hG4bKbad',
        'Max-Forwards: 70',
        'From: <sip:anna@demo.example>;tag=a',
        'To: <sip:bobby@demo.example>',
        'Call-ID: bad',
        'CSeq: 1 INVITE',
        'Contact: <sip:anna@x.invalid;transport=ws>',
        'Content-Type: application/sdp',
        'Content-Length: 4',
        '',
        'v=1\n',
      ].join('\r\n'),
    );
    await vi.waitUntil(() => proxy.messages.some((message) => message.startsWith('SIP/2.0 488')));
    expect(bobby.events.map(({ type }) => type)).toEqual(['connectionOpened', 'registered']);
  });
});

describe('registration', () => {
  test('RFC 8760 of two challenges the supported one is answered', async () => {
    const challenge = 'WWW-Authenticate: Digest realm="demo.example", nonce="abc", qop="auth", algorithm=';
    proxy.registerAnswer = `401 Unauthorized\r\n${challenge}MD5\r\n${challenge}SHA-256`;
    proxy.filter = (message) => {
      if (message.includes('Authorization: Digest algorithm=MD5, username="anna"'))
        proxy.registerAnswer = '200 OK';
      return true;
    };
    await createRegistered('anna');
  });

  test('D78 REGISTER names the browser that web push has subscribed, in every request', async () => {
    const browserId = '11111111-1111-4111-8111-111111111111';
    const anna = await createRegistered('anna', { browserId: () => browserId });
    anna.signalling.unregister();
    await anna.next('unregistered');
    const contacts = proxy.messages.filter((message) => message.startsWith('REGISTER'));
    for (const message of contacts) expect(message).toContain(`;+samtal.browser="${browserId}"`);
    expect(contacts.length).toBeGreaterThan(1);
    const before = proxy.messages.length;
    await createRegistered('bobby');
    expect(proxy.messages[before]).not.toContain('samtal.browser');
  });

  test('REGISTER contains the requested expiry, and unregistering is answered', async () => {
    const anna = await createRegistered('anna');
    expect(proxy.messages[0]).toMatch(/^REGISTER sip:demo.example /);
    expect(proxy.messages[0]).toContain('expires=600');
    expect(proxy.messages[0]).toContain('+sip.instance="<urn:uuid:');
    anna.signalling.unregister();
    await anna.next('unregistered');
    expect(proxy.messages.at(-1)).toContain('Expires: 0');
  });

  test.each([
    ['403 Forbidden', { status: 403, reason: 'Forbidden' }],
    [
      '503 Service Unavailable\r\nRetry-After: 7',
      { status: 503, reason: 'Service Unavailable', retryAfterSeconds: 7 },
    ],
  ])('refusal %s', async (registerAnswer, expected) => {
    proxy.registerAnswer = registerAnswer;
    const anna = createPhone('anna');
    await anna.next('connectionOpened');
    anna.signalling.register(600);
    expect(await anna.next('registrationRefused')).toEqual({ type: 'registrationRefused', ...expected });
    anna.signalling.unregister();
    await anna.next('unregistered');
  });
});

test('SIP-08 an unreachable STUN server delays the INVITE only up to the limit', async () => {
  const anna = await createRegistered('anna', {
    iceServersFor: () => [{ urls: 'stun:192.0.2.1:40000' }],
    iceTimeoutMs: 300,
  });
  const startedAt = performance.now();
  anna.signalling.invite({
    callId: 'out',
    target: 'nobody@demo.example',
    wanted: textOnly,
    bandwidth: noLimit,
  });
  await anna.next('callRefused');
  // Chromium itself waits 9.5 s for an answer.
  expect(performance.now() - startedAt).toBeLessThan(4000);
});

test.each(signallingCases)('the adapter fulfils the contract: $name', async ({ run }) => {
  const open: OpenEnd = async (user) => {
    const phone = await createRegistered(user);
    return { ...phone, acquire: (callId, kinds) => acquire(phone, callId, kinds) };
  };
  await expect(run(open)).resolves.toBeUndefined();
});
