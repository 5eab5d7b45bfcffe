import { describe, expect, test } from 'vitest';
import type { EndingContext } from './call-ending.ts';
import { endEvent, failureEvent } from './call-ending.ts';
import { offeredMedia } from './offered-media.ts';
import { createBodyExchange } from './requests/body-exchange.ts';

const lines = (...each: string[]): string =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 't=0 0', ...each, ''].join('\r\n');
const audio = 'm=audio 9 UDP/TLS/RTP/SAVPF 111';
const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96';
const application = 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel';

/** Without a shared screen a body passes as it is. */
const asItIs = { takeOffer: (sdp: string) => sdp, label: (sdp: string) => sdp };

describe('the media that an INVITE offers', () => {
  test.each([
    ['sound and video', lines(audio, video), false, { audio: true, video: true, text: false }],
    ['A-041 a phone that allows MESSAGE', lines(audio), true, { audio: true, video: false, text: true }],
    ['A-041 text declared off', lines('a=rtt:none', audio), true, { audio: true, video: false, text: false }],
    [
      'A-043 text only',
      lines(application, 'a=dcmap:1 subprotocol="t140"'),
      false,
      { audio: false, video: false, text: true },
    ],
    [
      'video refused or inactive',
      lines(audio, 'm=video 0 RTP/AVP 96', video, 'a=inactive'),
      false,
      { audio: true, video: false, text: false },
    ],
    ['no session', 'hello', true, undefined],
    ['a session without media', lines(), true, undefined],
    ['no body', '', true, undefined],
  ])('%s', (_name, offer, peerAllowsMessage, expected) => {
    expect(offeredMedia(offer, peerAllowsMessage)).toEqual(expected);
  });
});

describe('the bodies of a call', () => {
  const both = { dataChannel: true, message: true };
  const noLimit = { audioKbps: 0, videoKbps: 0 };

  test('an offer with m=text and another channel id is answered with the same (T27, RFC 8864)', () => {
    const bodies = createBodyExchange({ ...asItIs, text: both, bandwidth: { audioKbps: 64, videoKbps: 0 } });
    const offer = {
      originator: 'remote',
      type: 'offer',
      sdp: lines(audio, 'm=text 5000 RTP/AVP 98', application, 'a=dcmap:3 subprotocol="t140"'),
    };
    bodies.pass(offer);
    expect(offer.sdp).toBe(lines(audio, application));
    const answer = { originator: 'local', type: 'answer', sdp: lines(audio, application) };
    bodies.pass(answer);
    expect(answer.sdp.match(/^(m=\w+ \d+|b=.*|a=dcmap:\d+|a=rtt.*)/gm)).toEqual([
      'a=rtt:sip-message',
      'm=audio 9',
      'b=AS:64',
      'm=text 0',
      'm=application 9',
      'a=dcmap:3',
    ]);
    expect([bodies.isFlowing('audio'), bodies.isFlowing('video')]).toEqual([true, false]);
  });

  test('T25 RFC 8865 §4.2.3 a one-way channel is answered in the other direction, with its label', () => {
    const bodies = createBodyExchange({ ...asItIs, text: both, bandwidth: noLimit });
    const dcmap = 'a=dcmap:3 label="their text";subprotocol="t140"';
    const offer = lines(application, dcmap, 'a=dcsa:3 sendonly');
    bodies.pass({ originator: 'remote', type: 'offer', sdp: offer });
    const answer = { originator: 'local', type: 'answer', sdp: lines(application) };
    bodies.pass(answer);
    expect(answer.sdp.match(/^a=dc.*/gm)).toEqual([
      `${dcmap};ordered=true`,
      'a=dcsa:3 fmtp:t140 cps=1000',
      'a=dcsa:3 recvonly',
    ]);
  });

  test('an answer names only channels that were offered', () => {
    const bodies = createBodyExchange({ ...asItIs, text: both, bandwidth: noLimit });
    bodies.pass({ originator: 'remote', type: 'offer', sdp: lines(application) });
    const answer = { originator: 'local', type: 'answer', sdp: lines(application) };
    bodies.pass(answer);
    expect(answer.sdp).not.toContain('dcmap');
    expect(bodies.ownText).toEqual({ dataChannel: false, message: true, isExact: false });
  });

  test.each([
    ['both ends count text', true, 'a=rtt-exact:1', true],
    ['the caller does not', true, 'a=other', false],
    ['the callee does not', false, 'a=rtt-exact:1', false],
    ['the caller counts in another way', true, 'a=rtt-exact:2', false],
  ])('D82 an answer says that text is counted only if %s', (_name, isExact, offered, isAccepted) => {
    const bodies = createBodyExchange({ ...asItIs, text: { ...both, isExact }, bandwidth: noLimit });
    const offer = { originator: 'remote', type: 'offer', sdp: lines(offered, 'a=rtt:sip-message', audio) };
    bodies.pass(offer);
    expect(offer.sdp).not.toContain('rtt-exact');
    const answer = { originator: 'local', type: 'answer', sdp: lines(audio) };
    bodies.pass(answer);
    expect(answer.sdp.includes('a=rtt-exact:1')).toBe(isAccepted);
    expect(bodies.ownText.isExact).toBe(isAccepted);
  });

  test.each([
    [true, 'a=rtt-exact:1 continued', true],
    [true, 'a=rtt-exact:1', false],
    [false, 'a=rtt-exact:1 continued', false],
  ])(
    'D82 the counts go on only if both ends have them (here: %s, offer: %s)',
    (isContinued, offered, isAccepted) => {
      const text = { ...both, isExact: true, isContinued };
      const bodies = createBodyExchange({ ...asItIs, text, bandwidth: noLimit });
      bodies.pass({ originator: 'remote', type: 'offer', sdp: lines(offered, 'a=rtt:sip-message', audio) });
      const answer = { originator: 'local', type: 'answer', sdp: lines(audio) };
      bodies.pass(answer);
      expect(bodies.ownText).toMatchObject({ isExact: true });
      expect(answer.sdp.includes('a=rtt-exact:1 continued')).toBe(isAccepted);
      expect(answer.sdp.includes('a=rtt-exact:1')).toBe(true);
    },
  );

  test.each([
    ['sendrecv', 'sendrecv', true],
    ['sendrecv', 'recvonly', true],
    ['recvonly', 'sendonly', true],
    ['sendrecv', 'inactive', false],
  ])('offer %s, answer %s', (offered, answered, isFlowing) => {
    const bodies = createBodyExchange({ ...asItIs, text: both, bandwidth: noLimit });
    bodies.pass({ originator: 'local', type: 'offer', sdp: lines(video, `a=${offered}`) });
    bodies.pass({ originator: 'remote', type: 'answer', sdp: lines(video, `a=${answered}`) });
    expect(bodies.isFlowing('video')).toBe(isFlowing);
  });
});

const request = (reason?: string) => ({ getHeader: () => reason });
const response = (status: number) => ({
  status_code: status,
  reason_phrase: 'Reason',
  getHeader: () => undefined,
});
const event = (originator: string, message: unknown, cause: string) =>
  ({ originator, message, cause }) as unknown as Parameters<typeof endEvent>[0];

describe('how a call ended', () => {
  const incoming: EndingContext = {
    callId: 'c',
    direction: 'incoming',
    isAsked: false,
    isBeingSetUp: false,
    keepsCalls: false,
  };
  const outgoing: EndingContext = { ...incoming, direction: 'outgoing' };
  test.each([
    ['CANCEL', event('remote', request(), 'Canceled'), incoming, { type: 'inviteCancelled', callId: 'c' }],
    [
      'RFC 3326 answered elsewhere',
      event('remote', request('SIP ;cause=200 ;text="Call completed elsewhere"'), 'Canceled'),
      incoming,
      { type: 'inviteCancelled', callId: 'c', cause: 200 },
    ],
    ['Expires ran out', event('system', null, 'Expires'), incoming, { type: 'inviteCancelled', callId: 'c' }],
    [
      'busy',
      event('remote', response(486), 'Busy'),
      outgoing,
      { type: 'callRefused', callId: 'c', status: 486, reason: 'Reason' },
    ],
    [
      'a 200 with an invalid body',
      event('remote', response(200), 'Bad Media Description'),
      outgoing,
      { type: 'callBroken', callId: 'c', code: 'Bad Media Description' },
    ],
    [
      'no answer to INVITE',
      event('local', null, 'Canceled'),
      outgoing,
      { type: 'callBroken', callId: 'c', code: 'Canceled' },
    ],
    [
      'STATE-24 no offer could be created',
      event('local', null, 'WebRTC Error'),
      { ...outgoing, isBeingSetUp: true },
      { type: 'setUpFailed', callId: 'c', code: 'WebRTC Error' },
    ],
    [
      'STATE-24 an INVITE that could not be sent',
      event('system', null, 'Connection Error'),
      outgoing,
      { type: 'setUpFailed', callId: 'c', code: 'Connection Error' },
    ],
    [
      'ended by this client',
      event('local', null, 'Canceled'),
      { ...outgoing, isAsked: true },
      { type: 'callClosed', callId: 'c' },
    ],
  ])('before it was established: %s', (_name, ending, context, expected) => {
    expect(failureEvent(ending, context)).toEqual(expected);
  });

  test.each([
    ['BYE', event('remote', request(), 'Terminated'), incoming, { type: 'remoteHungUp', callId: 'c' }],
    [
      'no ACK',
      event('remote', null, 'No ACK'),
      incoming,
      { type: 'callBroken', callId: 'c', code: 'No ACK' },
    ],
    [
      'ended by this client',
      event('local', null, 'Terminated'),
      { ...incoming, isAsked: true },
      { type: 'callClosed', callId: 'c' },
    ],
    [
      'nothing flows',
      event('local', null, 'RTP Timeout'),
      incoming,
      { type: 'callBroken', callId: 'c', code: 'RTP Timeout' },
    ],
    [
      'D80 a server ended the call of a lost peer',
      event('remote', request('SIP;cause=503;text="Connection lost"'), 'Terminated'),
      { ...incoming, keepsCalls: true },
      { type: 'remoteHungUp', callId: 'c', isLost: true },
    ],
  ])('after it was established: %s', (_name, ending, context, expected) => {
    expect(endEvent(ending, context)).toEqual(expected);
  });
});
