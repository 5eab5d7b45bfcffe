import { expect, test } from 'vitest';
import { chooseTransport } from '../transport.ts';
import {
  addTextToSdp,
  answerChannel,
  applyBandwidth,
  cutTextMedia,
  readTextFromSdp,
  stripTextFromSdp,
} from './sdp.ts';
import { directionOf, isRefused, joinSdp, kindOf, splitSdp } from './sdp-sections.ts';

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=sendrecv',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  'a=mid:1',
  'a=recvonly',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=mid:2',
  'a=sctp-port:5000',
  '',
].join('\r\n');
const both = { dataChannel: true, message: true };
/** What a dcmap without further parameters describes. */
const usual = { streamId: 3, label: '', direction: 'sendrecv', cps: 30 } as const;

test('A-041 D10 the attributes are added, read and removed without a trace', () => {
  const signalled = addTextToSdp(offer, both);
  expect(signalled).toContain('a=dcmap:1 label="t140";subprotocol="t140";ordered=true\r\n');
  expect(splitSdp(signalled).session.at(-1)).toBe('a=rtt:sip-message');
  expect(readTextFromSdp(signalled)).toEqual({
    dataChannel: { streamId: 1, label: 't140', direction: 'sendrecv', cps: 1000 },
    rtt: 'sip-message',
  });
  expect(addTextToSdp(signalled, both)).toBe(signalled);
  expect(stripTextFromSdp(signalled)).toBe(offer);
});

test('D82 a body says whether its writer counts text, and the browser does not see it', () => {
  const signalled = addTextToSdp(offer, { ...both, isExact: true });
  expect(splitSdp(signalled).session.slice(-2)).toEqual(['a=rtt:sip-message', 'a=rtt-exact:1']);
  expect(readTextFromSdp(signalled).isExact).toBe(true);
  expect(readTextFromSdp(signalled.replace('rtt-exact:1', 'rtt-exact:2')).isExact).toBeUndefined();
  const continued = addTextToSdp(offer, { ...both, isExact: true, isContinued: true });
  expect(splitSdp(continued).session.at(-1)).toBe('a=rtt-exact:1 continued');
  expect(readTextFromSdp(continued)).toMatchObject({ isExact: true, isContinued: true });
  expect(splitSdp(stripTextFromSdp(continued)).session.join()).not.toContain('rtt-exact');
  expect(readTextFromSdp(addTextToSdp(offer, both)).isExact).toBeUndefined();
  expect(stripTextFromSdp(signalled)).toBe(offer);
});

test('RFC 8864 §6.4 an answer names the offered stream', () => {
  const offered = { ...usual, streamId: 7 };
  expect(readTextFromSdp(addTextToSdp(offer, both, answerChannel(offered))).dataChannel).toEqual({
    ...offered,
    cps: 1000,
  });
});

test.each([
  ['sendrecv', 'sendrecv'],
  ['sendonly', 'recvonly'],
  ['recvonly', 'sendonly'],
  ['inactive', 'inactive'],
])('RFC 8865 §4.2.3 a channel offered %s is answered %s, with its own label', (offered, answered) => {
  const body = `${offer}a=dcmap:3 label="A%22b";subprotocol="t140"\r\na=dcsa:3 ${offered}\r\n`;
  const channel = readTextFromSdp(body).dataChannel ?? expect.fail('there is one');
  const answer = addTextToSdp(offer, both, answerChannel(channel));
  expect(answer.match(/^a=dc.*/gm)).toEqual([
    'a=dcmap:3 label="A%22b";subprotocol="t140";ordered=true',
    'a=dcsa:3 fmtp:t140 cps=1000',
    ...(answered === 'sendrecv' ? [] : [`a=dcsa:3 ${answered}`]),
  ]);
});

test('a=rtt:none declares text off, and without a channel section there is no dcmap', () => {
  expect(readTextFromSdp(addTextToSdp(offer, { dataChannel: false, message: false }))).toEqual({
    dataChannel: undefined,
    rtt: 'none',
  });
  expect(addTextToSdp(offer.replace('m=application 9', 'm=application 0'), both)).not.toContain('dcmap');
});

test.each([
  ['T19 a channel that may drop text', 'a=dcmap:3 subprotocol="t140";max-retr=3', undefined],
  ['a channel that may reorder text', 'a=dcmap:3 subprotocol="t140";ordered=false', undefined],
  [
    'T25 a peer that accepts no text',
    'a=dcmap:3 subprotocol="t140"\r\na=dcsa:3 sendonly',
    { ...usual, direction: 'sendonly' },
  ],
  [
    'T25 a peer that only accepts text',
    'a=dcmap:3 subprotocol="t140"\r\na=dcsa:3 recvonly\r\na=dcsa:5 inactive',
    { ...usual, direction: 'recvonly' },
  ],
  [
    'a label that looks like other parameters',
    'a=dcmap:3 label="a;max-time=1;max-retr=1;ordered=false";subprotocol="t140"',
    { ...usual, label: 'a;max-time=1;max-retr=1;ordered=false' },
  ],
  ['T19 a channel that may drop late text', 'a=dcmap:3 max-time=100;subprotocol="t140"', undefined],
  ['parameters with spaces between', 'a=dcmap:3 subprotocol="t140"; ordered=false', undefined],
  ['another protocol', 'a=dcmap:3 subprotocol="msrp"', undefined],
  ['another stream', 'a=dcmap:7 label="x";subprotocol="t140"', { ...usual, streamId: 7, label: 'x' }],
  ['A6 a rate', 'a=dcmap:3 subprotocol="t140"\r\na=dcsa:3 fmtp:t140 cps=20', { ...usual, cps: 20 }],
  ['the rate of another stream', 'a=dcmap:3 subprotocol="t140"\r\na=dcsa:5 fmtp:t140 cps=20', usual],
])('RFC 8864 %s', (_name, lines, expected) => {
  expect(readTextFromSdp(`${offer}${lines}\r\n`).dataChannel).toEqual(expected);
});

test('T27 m=text is removed from an offer, and refused in its place in the answer', () => {
  const withText = offer
    .replace('BUNDLE 0 1 2', 'BUNDLE 0 1 t 2')
    .replace('m=application', 'm=text 5000 RTP/AVP 98\r\na=mid:t\r\na=rtpmap:98 t140/1000\r\nm=application');
  const { sdp, restore } = cutTextMedia(withText);
  expect(sdp).toBe(offer);
  const kinds = splitSdp(restore(offer)).media.map((section) => section[0]?.split(' ').slice(0, 2).join(' '));
  expect(kinds).toEqual(['m=audio 9', 'm=video 9', 'm=text 0', 'm=application 9']);
  expect(cutTextMedia(offer).restore(offer)).toBe(offer);
});

test('MEDIA-05 A-071 the limit is added to each medium in the right place, and no limit leaves the body unchanged', () => {
  const limited = applyBandwidth(offer, { audioKbps: 64, videoKbps: 448 });
  expect(limited).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\nb=AS:64\r\na=mid:0');
  expect(limited).toContain('c=IN IP4 0.0.0.0\r\nb=AS:448\r\na=mid:1');
  expect(applyBandwidth(limited, { audioKbps: 64, videoKbps: 448 })).toBe(limited);
  expect(applyBandwidth(offer, { audioKbps: 0, videoKbps: 0 })).toBe(offer);
});

test('sections report kind, direction and refusal', () => {
  const { session, media } = splitSdp(offer);
  expect(media.map(kindOf)).toEqual(['audio', 'video', 'application']);
  expect(media.map((section) => directionOf(section, session))).toEqual(['sendrecv', 'recvonly', 'sendrecv']);
  expect(directionOf(['m=audio 9'], ['a=inactive'])).toBe('inactive');
  expect(isRefused(['m=audio 0 RTP/AVP 0'])).toBe(true);
  expect(isRefused(['m=audio 0 RTP/AVP 0', 'a=bundle-only'])).toBe(false);
  expect(joinSdp(splitSdp(offer))).toBe(offer);
});

const channel = { dataChannel: usual, rtt: 'sip-message' } as const;
const messageOnly = { dataChannel: undefined, rtt: 'sip-message' } as const;
const silent = { dataChannel: undefined, rtt: undefined } as const;
const off = { dataChannel: undefined, rtt: 'none' } as const;

test.each([
  ['both have the channel', 'dataChannel', { own: both, peer: channel, peerAllowsMessage: false }],
  ['T18 the answer has no dcmap', 'message', { own: both, peer: messageOnly, peerAllowsMessage: true }],
  ['A-041 a phone that only allows MESSAGE', 'message', { own: both, peer: silent, peerAllowsMessage: true }],
  ['a phone that allows nothing', 'none', { own: both, peer: silent, peerAllowsMessage: false }],
  ['text declared off', 'none', { own: both, peer: off, peerAllowsMessage: true }],
  [
    'text is off on this side',
    'none',
    { own: { dataChannel: false, message: false }, peer: channel, peerAllowsMessage: true },
  ],
  [
    'the channel is off on this side',
    'message',
    { own: { dataChannel: false, message: true }, peer: channel, peerAllowsMessage: true },
  ],
] as const)('D10 %s', (_name, name, situation) => {
  expect(chooseTransport({ ...situation, order: ['data-channel', 'message'] }).name).toBe(name);
});

test('T25 the transport to a peer that accepts no text on its channel is read only', () => {
  const peer = { dataChannel: { ...usual, direction: 'sendonly' }, rtt: 'sip-message' } as const;
  const sides = { own: both, peer, peerAllowsMessage: true };
  expect(chooseTransport({ ...sides, order: ['data-channel', 'message'] })).toEqual({
    name: 'dataChannel',
    cps: 30,
    isReadOnly: true,
  });
});

test('D10 an operator can reverse the order, or leave out a transport', () => {
  const sides = { own: both, peer: channel, peerAllowsMessage: true };
  expect(chooseTransport({ ...sides, order: ['message', 'data-channel'] }).name).toBe('message');
  expect(chooseTransport({ ...sides, order: [] }).name).toBe('none');
});
