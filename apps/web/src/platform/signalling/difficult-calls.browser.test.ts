import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from './testing/in-page-proxy.ts';
import type { Phone } from './testing/test-phones.ts';
import {
  all,
  connect,
  connections,
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

const FINAL_ANSWER = /^SIP\/2\.0 200[\s\S]*CSeq: \d+ INVITE/i;
const sent = (start: string): readonly string[] =>
  proxy.messages.filter((message) => message.startsWith(start));
const first = (start: string): string => sent(start)[0] ?? '';
const headerOf = (message: string, name: string): string =>
  new RegExp(`^${name}: ?(.*)\r$`, 'im').exec(message)?.[1] ?? '';
const bodyOf = (message: string): string => message.slice(message.indexOf('\r\n\r\n') + 4);
const registerBoth = async (): Promise<readonly [Phone, Phone]> => [
  await createRegistered('anna'),
  await createRegistered('bobby'),
];

let requests = 0;
type Request = {
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly type?: string;
  readonly cseq?: number;
};

/**
 * Sends bobby, the callee, a request in the dialog of `message`, which anna sent; any element on the path
 * could do so.
 * @returns the answer
 */
async function askBobby(
  method: string,
  message: string,
  { headers = [], body = '', type = 'application/sdp', cseq }: Request = {},
) {
  requests += 1;
  const branch = `z9hG4bKasked${requests}`;
  proxy.inject(
    'bobby',
    [
      `${method} sip:bobby@demo.example SIP/2.0`,
      `Via: SIP/2.0/WSS x.invalid;branch=${branch}`,
      'Max-Forwards: 70',
      ...['From', 'To', 'Call-ID'].map((name) => `${name}: ${headerOf(message, name)}`),
      `CSeq: ${cseq ?? 20_000 + requests} ${method}`,
      'Contact: <sip:anna@x.invalid;transport=ws>',
      ...headers,
      ...(body === '' ? [] : [`Content-Type: ${type}`]),
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  if (method === 'ACK') return '';
  return vi.waitUntil(
    () => proxy.messages.find((each) => each.includes(branch) && !each.startsWith('SIP/2.0 1')),
    { timeout: 5000, interval: 5 },
  );
}

/** Sends a re-INVITE with its ACK; returns its answer. */
async function reinviteBobby(body: string): Promise<string> {
  const ack = first('ACK');
  const answer = await askBobby('INVITE', ack, { body });
  await askBobby('ACK', ack, { cseq: Number.parseInt(headerOf(answer, 'CSeq'), 10) });
  return answer;
}

/** Fakes only timers; the browser’s media continues. */
function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('SIP-04 INFO', () => {
  const tone = { kind: 'tone', tone: '5', durationMs: 2000 } as const;
  const location = { kind: 'location', document: '<presence>åäö</presence>' } as const;

  test('DTMF-03 GEO-03 tones and positions are sent one at a time in the specified format', async () => {
    const [anna, bobby] = await registerBoth();
    const { callerId } = await connect(anna, bobby, textOnly);
    const answers: string[] = [];
    proxy.filter = (message) => {
      if (!/^SIP\/2\.0 200[\s\S]*CSeq: \d+ INFO/i.test(message)) return true;
      answers.push(message);
      return false;
    };
    for (const [infoId, info] of [tone, { ...tone, tone: '#' }, location].entries())
      anna.signalling.sendInfo(callerId, infoId, info);
    for (const infoId of [0, 1, 2]) {
      await vi.waitUntil(() => answers.length === infoId + 1);
      expect(sent('INFO')).toHaveLength(infoId + 1);
      proxy.inject('anna', answers[infoId] ?? '');
      expect(await anna.next('infoDelivered')).toEqual({ type: 'infoDelivered', callId: callerId, infoId });
    }
    expect(
      sent('INFO').map((info) => [
        headerOf(info, 'Content-Type'),
        headerOf(info, 'Content-Disposition'),
        bodyOf(info),
      ]),
    ).toEqual([
      ['application/dtmf-relay', 'render', 'Signal=5\r\nDuration=2000'],
      ['application/dtmf-relay', 'render', 'Signal=#\r\nDuration=2000'],
      ['application/pidf+xml', 'render', '<presence>åäö</presence>'],
    ]);
  });

  test('the callee sends them too', async () => {
    const [anna, bobby] = await registerBoth();
    const { calleeId } = await connect(anna, bobby, textOnly);
    bobby.signalling.sendInfo(calleeId, 7, tone);
    expect((await bobby.next('infoDelivered')).infoId).toBe(7);
  });

  test('a refused or unanswered one is reported, and neither ends the call nor blocks the next', async () => {
    const [anna, bobby] = await registerBoth();
    const { callerId } = await connect(anna, bobby, textOnly);
    useFakeTimers();
    const refusals = ['415 Unsupported Media Type', '481 Call/Transaction Does Not Exist', undefined];
    proxy.filter = (message) => {
      if (!message.startsWith('INFO') || refusals.length === 0) return true;
      const refusal = refusals.shift();
      if (refusal !== undefined) proxy.inject('anna', answerTo(message, refusal));
      return false;
    };
    for (const infoId of [0, 1, 2, 3]) anna.signalling.sendInfo(callerId, infoId, tone);
    for (const infoId of [0, 1]) expect((await anna.next('infoFailed')).infoId).toBe(infoId);
    await vi.waitUntil(() => sent('INFO').length === 3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await anna.next('infoFailed')).infoId).toBe(2);
    expect((await anna.next('infoDelivered')).infoId).toBe(3);
    await vi.advanceTimersByTimeAsync(32_000);
    anna.signalling.sendText(callerId, 1, 'kvar');
    expect((await bobby.next('textReceived')).characters).toBe('kvar');
  });

  test('before a call is answered there is no dialog to send one in', async () => {
    const [anna] = await registerBoth();
    const callerId = await ring(anna, textOnly);
    anna.signalling.sendInfo(callerId, 1, tone);
    expect((await anna.next('infoFailed')).infoId).toBe(1);
  });
});

describe('D19 RFC 6442 a location in the INVITE', () => {
  const document = '<?xml version="1.0"?><presence>59.3293 18.0686 å</presence>';

  test('is sent next to the session description, and the call continues like any other', async () => {
    const [anna, bobby] = await registerBoth();
    const { atCaller, atCallee, callerId } = await connect(anna, bobby, all, { location: document });
    const expected = {
      audio: true,
      video: true,
      text: true,
      textTransport: 'dataChannel',
      takesTransfers: true,
      textCps: 1000,
      fromPeer: { audio: true, video: true },
    };
    expect([atCaller, atCallee]).toEqual([expected, expected]);
    const invite = first('INVITE');
    const [, contentId] = /^<cid:([^>]+@demo\.example)>$/.exec(headerOf(invite, 'Geolocation')) ?? [];
    expect(headerOf(invite, 'Geolocation-Routing')).toBe('no');
    const [, boundary] = /^multipart\/mixed;boundary="(.+)"$/.exec(headerOf(invite, 'Content-Type')) ?? [];
    const [before, sdp, pidf, end] = bodyOf(invite).split(`--${boundary}`);
    expect([before, end]).toEqual(['', '--\r\n']);
    expect(sdp).toMatch(/^\r\nContent-Type: application\/sdp\r\n\r\nv=0\r\n[\s\S]*\r\n$/);
    expect(pidf).toBe(
      `\r\nContent-Type: application/pidf+xml\r\nContent-ID: <${contentId}>\r\n\r\n${document}\r\n`,
    );
    expect(Number(headerOf(invite, 'Content-Length'))).toBe(new TextEncoder().encode(bodyOf(invite)).length);
    anna.signalling.sendText(callerId, 1, 'hej');
    await bobby.next('textReceived');
  });

  test('GEO-07 is absent unless it is given', async () => {
    const [anna] = await registerBoth();
    await ring(anna, textOnly);
    expect(headerOf(first('INVITE'), 'Content-Type')).toBe('application/sdp');
    expect(first('INVITE')).not.toContain('Geolocation');
  });
});

describe('A-081 an offer from a third party in a call', () => {
  test('hold and resume are answered with the flowing media; a mute stays', async () => {
    const [anna, bobby] = await registerBoth();
    const { calleeId, callerId } = await connect(anna, bobby);
    const offer = bodyOf(first('INVITE'));
    bobby.localMedia.setSending(calleeId, 'audio', false);
    const own = () =>
      bobby.streams
        .get(calleeId, 'local')
        ?.getTracks()
        .map(({ kind, enabled }) => [kind, enabled])
        .toSorted();
    const before = bobby.events.length;
    for (const [direction, answered] of [
      ['sendonly', 'recvonly'],
      ['sendrecv', 'sendrecv'],
    ] as const) {
      const answer = await reinviteBobby(offer.replaceAll('a=sendrecv', `a=${direction}`));
      expect(answer).toMatch(/^SIP\/2\.0 200 /);
      expect(answer.match(/^m=\w+|^a=(?:sendrecv|recvonly|sendonly|inactive)/gm)).toEqual([
        'm=audio',
        `a=${answered}`,
        'm=video',
        `a=${answered}`,
        'm=application',
      ]);
      expect(answer).toContain('a=dcmap:1 ');
      expect(own()).toEqual([
        ['audio', false],
        ['video', true],
      ]);
    }
    expect(bobby.events.slice(before)).toEqual(
      [true, false].map((isByPeer) => ({ type: 'holdChanged', callId: calleeId, isOwn: false, isByPeer })),
    );
    anna.signalling.sendText(callerId, 1, 'går fram');
    await bobby.next('textReceived');
    bobby.signalling.hangUp(calleeId);
    await bobby.next('callClosed');
  });

  test('RFC 8839 §4.4.1.1 an ICE restart is answered with new candidates', async () => {
    const [anna, bobby] = await registerBoth();
    await connect(anna, bobby, { audio: true, video: false, text: true });
    const before = proxy.messages.find((message) => FINAL_ANSWER.test(message)) ?? '';
    const answer = await reinviteBobby(
      bodyOf(first('INVITE'))
        .replaceAll(/^a=ice-ufrag:.*\r$/gm, 'a=ice-ufrag:rest\r')
        .replaceAll(/^a=ice-pwd:.*\r$/gm, `a=ice-pwd:${'p'.repeat(24)}\r`),
    );
    const ufragOf = (body: string) => /^a=ice-ufrag:(.*)\r$/m.exec(body)?.[1];
    expect(ufragOf(answer)).not.toBe(ufragOf(before));
    // Their number changes: Chromium finds further network interfaces while the call is set up.
    for (const body of [before, answer]) expect(body).toMatch(/^a=candidate:/m);
  });

  test('A-044 added video stays off if the call has none', async () => {
    const [anna, bobby] = await registerBoth();
    await connect(anna, bobby, { audio: true, video: false, text: true });
    const offer = bodyOf(first('INVITE'));
    const other = new OriginalConnection();
    onTestFinished(() => other.close());
    other.addTransceiver('audio');
    other.createDataChannel('t140');
    await other.setLocalDescription();
    other.addTransceiver('video');
    const { sdp = '' } = await other.createOffer();
    const transport = offer.match(/^a=(?:ice-ufrag|ice-pwd|fingerprint):.*\r\n/gm)?.slice(0, 3) ?? [];
    const video = sdp
      .slice(sdp.indexOf('m=video'))
      .replaceAll(/^a=(?:ice-ufrag|ice-pwd|fingerprint):.*\r\n/gm, '')
      .replace(/^a=mid:.*\r\n/m, `a=mid:9\r\n${transport.join('')}`);
    const answer = await reinviteBobby(offer.replace(/^(a=group:BUNDLE .*)\r$/m, '$1 9\r') + video);
    expect(answer).toMatch(/^SIP\/2\.0 200 /);
    expect(answer.slice(answer.indexOf('m=video'))).toContain('a=inactive');
  });

  test('an offer that browsers cannot accept gets 488, and the call continues', async () => {
    const [anna, bobby] = await registerBoth();
    const { callerId } = await connect(anna, bobby, textOnly);
    const answer = await askBobby('INVITE', first('ACK'), { body: 'v=0\r\nnonsense\r\n' });
    expect(answer).toMatch(/^SIP\/2\.0 488 /);
    anna.signalling.sendText(callerId, 1, 'kvar');
    await bobby.next('textReceived');
  });

  test.each([
    ['REFER', ['Refer-To: <sips:carl@demo.example>'], 400],
    ['REFER', ['Refer-To: <sip:carl@demo.example>', 'Require: norefersub'], 420],
    ['NOTIFY', ['Event: refer'], 481],
    ['NOTIFY', ['Event: presence'], 489],
    ['INVITE', ['Replaces: other;to-tag=a;from-tag=b'], 486],
    ['UPDATE', ['Session-Expires: 90;refresher=uac', 'Supported: timer'], 200],
    ['SUBSCRIBE', ['Event: dialog'], 405],
  ])('%s in a call is answered, and has no other effect', async (method, headers, status) => {
    const [anna, bobby] = await registerBoth();
    const { callerId } = await connect(anna, bobby, textOnly);
    expect(await askBobby(method, first('ACK'), { headers })).toContain(`SIP/2.0 ${status} `);
    anna.signalling.sendText(callerId, 1, 'kvar');
    await bobby.next('textReceived');
  });
});

describe('offers that cross', () => {
  test('RFC 3261 §14.2 an offer that crosses our own gets 491, and the call is established', async () => {
    const [anna, bobby] = await registerBoth();
    await ring(anna, textOnly);
    const { callId } = await bobby.next('inviteReceived');
    proxy.filter = (message) => {
      if (FINAL_ANSWER.test(message)) {
        proxy.filter = () => true;
        const crossing = [
          'INVITE sip:anna@demo.example SIP/2.0',
          'Via: SIP/2.0/WSS x.invalid;branch=z9hG4bKcrossing',
          'Max-Forwards: 70',
          `From: ${headerOf(message, 'To')}`,
          `To: ${headerOf(message, 'From')}`,
          `Call-ID: ${headerOf(message, 'Call-ID')}`,
          'CSeq: 1 INVITE',
          'Contact: <sip:bobby@x.invalid;transport=ws>',
          'Content-Type: application/sdp',
          `Content-Length: ${bodyOf(message).length}`,
          '',
          bodyOf(message),
        ];
        proxy.inject('anna', message);
        proxy.inject('anna', crossing.join('\r\n'));
        return false;
      }
      return true;
    };
    bobby.signalling.answer({ callId, wanted: textOnly, bandwidth: noLimit });
    const { media } = await anna.next('callAccepted');
    expect(media).toEqual({
      audio: false,
      video: false,
      text: true,
      textTransport: 'dataChannel',
      takesTransfers: true,
      textCps: 1000,
      fromPeer: { audio: false, video: false },
    });
    expect(sent('SIP/2.0 491').map((answer) => headerOf(answer, 'Via'))).toEqual([
      'SIP/2.0/WSS x.invalid;branch=z9hG4bKcrossing',
    ]);
  });

  test('RFC 3261 §14.2 a second offer before the first is answered gets 500 with Retry-After', async () => {
    const [anna, bobby] = await registerBoth();
    const { callerId } = await connect(anna, bobby, textOnly);
    const ack = first('ACK');
    const body = bodyOf(first('INVITE'));
    const answers = await Promise.all([askBobby('INVITE', ack, { body }), askBobby('INVITE', ack, { body })]);
    expect(answers.map((answer) => answer.slice(0, 11))).toEqual(['SIP/2.0 200', 'SIP/2.0 500']);
    expect(headerOf(answers[1] ?? '', 'Retry-After')).toMatch(/^\d+$/);
    anna.signalling.sendText(callerId, 1, 'kvar');
    await bobby.next('textReceived');
  });
});

describe('what a caller requires', () => {
  test('RFC 4028 offered session timers are declined: the answer has none', async () => {
    const [anna, bobby] = await registerBoth();
    proxy.filter = (message) => {
      if (!message.startsWith('INVITE')) return true;
      proxy.filter = () => true;
      const offered = message.replace(
        /^Supported: .*\r$/m,
        'Supported: timer\r\nSession-Expires: 90;refresher=uac\r',
      );
      proxy.inject('bobby', offered);
      return false;
    };
    anna.signalling.invite({
      callId: 'timed',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    const { callId } = await bobby.next('inviteReceived');
    bobby.signalling.answer({ callId, wanted: textOnly, bandwidth: noLimit });
    await bobby.next('callAccepted');
    const answer = proxy.messages.find((message) => FINAL_ANSWER.test(message)) ?? '';
    expect(answer).not.toMatch(/^Session-Expires|timer/im);
    useFakeTimers();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bobby.events.at(-1)?.type).toBe('callAccepted');
  });

  test('RFC 3261 §8.2.2.3 an extension that is not supported is refused with 420 and its name', async () => {
    const [anna, bobby] = await registerBoth();
    proxy.filter = (message) => {
      if (!message.startsWith('INVITE')) return true;
      proxy.inject(
        'bobby',
        message.replace(/^Supported: /m, 'Require: timer, outbound, 100rel\r\nSupported: '),
      );
      return false;
    };
    const before = bobby.events.length;
    anna.signalling.invite({
      callId: 'strict',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    await vi.waitUntil(() => sent('SIP/2.0 420').length > 0);
    expect(headerOf(first('SIP/2.0 420'), 'Unsupported')).toBe('timer, 100rel');
    expect(bobby.events).toHaveLength(before);
  });
});

test('RTT-07 RFC 3261 §12.2.2 a repeated MESSAGE is answered twice and read once', async () => {
  const [anna, bobby] = await registerBoth();
  await connect(anna, bobby);
  for (const [cseq, body] of [
    [30_001, 'ab'],
    [30_001, 'ab'],
    [30_002, 'c'],
  ] as const) {
    const answer = await askBobby('MESSAGE', first('ACK'), { body, type: 'text/plain', cseq });
    expect(answer).toMatch(/^SIP\/2\.0 200/);
  }
  expect(textOf(bobby)).toBe('abc');
});

test('RFC 3261 §13.2.2.4 if two branches answer, the second is ended and the first stays', async () => {
  const [anna, bobby] = await registerBoth();
  let second = '';
  proxy.filter = (message) => {
    if (FINAL_ANSWER.test(message))
      second = message
        .replace(/^(To: .*;tag=).*\r$/m, '$1second\r')
        .replace(/^(Contact: <sip:)\w+@/m, '$1carl@');
    return true;
  };
  const { callerId } = await connect(anna, bobby, textOnly);
  proxy.inject('anna', second);
  await vi.waitUntil(() => sent('BYE').length > 0);
  expect(sent('ACK').map((ack) => /^ACK sip:(\w+)@/.exec(ack)?.[1] === 'carl')).toEqual([false, true]);
  expect(sent('BYE').map((bye) => [/^BYE sip:(\w+)@/.exec(bye)?.[1], headerOf(bye, 'To')])).toEqual([
    ['carl', '<sip:bobby@demo.example>;tag=second'],
  ]);
  anna.signalling.sendText(callerId, 1, 'kvar');
  await bobby.next('textReceived');
  anna.signalling.hangUp(callerId);
  await bobby.next('remoteHungUp');
});

describe('answers that are lost', () => {
  const areClosed = () => connections.map(({ connectionState }) => connectionState);

  test('the first 200: it is repeated, and the call is established', async () => {
    const [anna, bobby] = await registerBoth();
    let lost = 0;
    proxy.filter = (message) => {
      if (!FINAL_ANSWER.test(message) || lost === 2) return true;
      lost += 1;
      return false;
    };
    useFakeTimers();
    const { callerId } = await connect(anna, bobby, textOnly);
    expect(lost).toBe(2);
    anna.signalling.sendText(callerId, 1, 'hej');
    await bobby.next('textReceived');
  });

  test('every 200: after 32 s the call has failed on both sides', async () => {
    const [anna, bobby] = await registerBoth();
    proxy.filter = (message) => !FINAL_ANSWER.test(message);
    await ring(anna, textOnly);
    const { callId } = await bobby.next('inviteReceived');
    useFakeTimers();
    bobby.signalling.answer({ callId, wanted: textOnly, bandwidth: noLimit });
    await bobby.next('callAccepted');
    await vi.advanceTimersByTimeAsync(32_000);
    expect((await bobby.next('callBroken')).code).toBe('No ACK');
    await anna.next('callBroken');
    expect(areClosed()).toEqual(['closed', 'closed']);
  });

  test('no answer of any kind: after 32 s the call has failed', async () => {
    const [anna] = await registerBoth();
    proxy.filter = (message) => !message.startsWith('INVITE');
    useFakeTimers();
    anna.signalling.invite({
      callId: 'unheard',
      target: 'bobby@demo.example',
      wanted: textOnly,
      bandwidth: noLimit,
    });
    await vi.waitUntil(() => sent('INVITE').length > 0, { timeout: 5000, interval: 5 });
    await vi.advanceTimersByTimeAsync(32_000);
    await anna.next('callBroken');
    expect(areClosed()).toEqual(['closed']);
  });

  test('endless ringing is ended after three minutes, with CANCEL', async () => {
    const [anna, bobby] = await registerBoth();
    useFakeTimers();
    await ring(anna, textOnly);
    await vi.advanceTimersByTimeAsync(179_000);
    expect(anna.events.at(-1)?.type).toBe('ringing');
    await vi.advanceTimersByTimeAsync(6_000);
    await anna.next('callBroken');
    await bobby.next('inviteCancelled');
  });
});

test('three seconds without a network delay a call, but nothing fails', async () => {
  const [anna, bobby] = await registerBoth();
  useFakeTimers();
  const pause = async (): Promise<void> => {
    const deliver = proxy.hold();
    await vi.advanceTimersByTimeAsync(3_000);
    deliver();
  };
  await ring(anna, { audio: true, video: false, text: true });
  const { callId: calleeId } = await bobby.next('inviteReceived');
  bobby.signalling.answer({
    callId: calleeId,
    wanted: { audio: true, video: false, text: true },
    bandwidth: noLimit,
  });
  const deliver = proxy.hold();
  await bobby.next('callAccepted');
  await vi.advanceTimersByTimeAsync(3_000);
  deliver();
  const { callId: callerId } = await anna.next('callAccepted');
  await pause();
  anna.signalling.sendInfo(callerId, 1, { kind: 'tone', tone: '1', durationMs: 2000 });
  await pause();
  await anna.next('infoDelivered');
  bobby.signalling.sendText(calleeId, 1, 'hej');
  await anna.next('textReceived');
  expect(textOf(anna)).toBe('hej');
  for (const { events } of [anna, bobby]) {
    expect(events.filter(({ type }) => type === 'callAccepted')).toHaveLength(1);
    expect(events.filter(({ type }) => /Broken|Lost|Failed|HungUp/.test(type))).toEqual([]);
  }
  anna.signalling.hangUp(callerId);
  await pause();
  await anna.next('callClosed');
  await bobby.next('remoteHungUp');
  for (const track of tracks) track.stop();
});
