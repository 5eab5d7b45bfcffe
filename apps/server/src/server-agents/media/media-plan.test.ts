import { kindOf, splitSdp } from '@samtal/realtime-text';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planMedia } from './media-plan.ts';

const linesOf = (...lines: readonly string[]): string => [...lines, ''].join('\r\n');
const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
const transport = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${fingerprint}`,
  'a=setup:actpass',
];
const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1 2'];
const audio = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 0 111 63',
  'c=IN IP4 192.0.2.7',
  'a=candidate:1 1 udp 1 192.0.2.7 5000 typ host',
  'a=mid:0',
  ...transport,
  'a=rtcp-mux',
  'a=sendrecv',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtcp-fb:111 transport-cc',
  'a=rtpmap:63 red/48000/2',
  'a=ssrc:1234 cname:x',
];
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 102 96 97',
  'c=IN IP4 0.0.0.0',
  'a=mid:1',
  ...transport,
  'a=rtcp-mux',
  'a=rtpmap:102 H264/90000',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
];
const channel = [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:2',
  ...transport,
  'a=sctp-port:5000',
  'a=dcmap:1 label="t140";subprotocol="t140";ordered=true',
];
const offer = linesOf(...head, ...audio, ...video, ...channel);
const everything = { audio: true, video: true, text: { streamId: 1 } };
const kindsOf = (sdp: string | undefined): string[] => splitSdp(sdp ?? '').media.map(kindOf);

describe('the offer for the stack', () => {
  test('D28 has one codec of each kind, the channel, and no addresses or candidates', () => {
    const plan = planMedia(offer, everything);
    expect(kindsOf(plan?.stackOffer.sdp)).toEqual(['audio', 'video', 'application']);
    expect(plan?.stackOffer.codecs.map(({ mimeType, payloadType }) => [mimeType, payloadType])).toEqual([
      ['audio/opus', 111],
      ['video/VP8', 96],
    ]);
    expect(plan?.stackOffer).toMatchObject({ textStreamId: 1, cps: undefined });
    expect(plan?.stackOffer.sdp).not.toMatch(/192\.0\.2|candidate|ssrc-audio-level|transport-cc|rtx|dcmap/);
  });

  test.each([
    ['sound alone', { audio: true, video: false, text: undefined }, ['audio']],
    ['a picture alone', { audio: false, video: true, text: undefined }, ['video']],
    ['text alone', { audio: false, video: false, text: { streamId: 1 } }, ['application']],
    ['nothing', { audio: false, video: false, text: undefined }, []],
  ])('%s', (_name, wish, kinds) => {
    expect(kindsOf(planMedia(offer, wish)?.stackOffer.sdp)).toEqual(kinds);
  });

  test('uses keys of the session for its sections, and keys of one section for the rest of its bundle', () => {
    const bare = (section: readonly string[]): string[] =>
      section.filter((line) => !transport.includes(line));
    const ofSession = linesOf(...head, ...transport, ...bare(audio), ...bare(video));
    const ofFirst = linesOf(...head, ...audio, ...bare(video));
    for (const sdp of [ofSession, ofFirst])
      expect(kindsOf(planMedia(sdp, everything)?.stackOffer.sdp)).toEqual(['audio', 'video']);
  });

  test.each([
    ['no keys', audio.filter((line) => !line.startsWith('a=ice-pwd'))],
    ['no DTLS fingerprint that is known', audio.map((line) => line.replace('sha-256', 'md5'))],
    ['no rtcp-mux', audio.filter((line) => line !== 'a=rtcp-mux')],
    ['no known codec', audio.map((line) => line.replace(/rtpmap:(\d+) \w+/, 'rtpmap:$1 x'))],
    ['no WebRTC', audio.map((line) => line.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP'))],
    ['a refused section', audio.map((line) => line.replace('m=audio 9', 'm=audio 0'))],
    ['no mid', audio.filter((line) => !line.startsWith('a=mid'))],
  ])('there is none for %s', (_name, section) => {
    expect(planMedia(linesOf(...head, ...section), everything)).toBeUndefined();
  });

  test('has one transport only: sections outside the first bundle are omitted', () => {
    const apart = offer.replace('a=group:BUNDLE 0 1 2', 'a=group:BUNDLE 0 2');
    expect(kindsOf(planMedia(apart, everything)?.stackOffer.sdp)).toEqual(['audio', 'application']);
  });

  test('an offer with too many sections is rejected', () => {
    const many = Array.from({ length: 17 }, () => video).flat();
    expect(planMedia(linesOf(...head, ...many), everything)).toBeUndefined();
  });
});

test('the answer has every section of the offer in order', () => {
  const plan = planMedia(offer, { audio: false, video: true, text: undefined });
  const answer = plan?.complete(
    linesOf('v=0', 's=-', 'a=ice-lite', 'a=group:BUNDLE 1', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1'),
    { id: '5', version: 2 },
  );
  expect(splitSdp(answer ?? '').session).toEqual([
    'v=0',
    'o=- 5 2 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=group:BUNDLE 1',
    'a=ice-lite',
  ]);
  expect(splitSdp(answer ?? '').media.map(([first]) => first)).toEqual([
    'm=audio 0 UDP/TLS/RTP/SAVPF 0 111 63',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
  ]);
});

test('D28 a hostile offer never throws, and only recognised lines reach the stack', () => {
  const lines = offer.split('\r\n');
  const known =
    /^(?:[vost]=|c=IN IP4 0\.0\.0\.0$|m=(?:audio|video|application) 9 |a=(?:group|mid|ice-ufrag|ice-pwd|fingerprint|setup|rtcp-mux|sendrecv|sendonly|recvonly|inactive|extmap|rtpmap|fmtp|rtcp-fb|ssrc|sctp-port|max-message-size)(?::|$))/;
  const mutation = fc.tuple(
    fc.nat(lines.length - 1),
    fc.constantFrom('drop', 'double', 'garble', 'insert'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(mutation, { maxLength: 12 }), (mutations) => {
      const hostile = [...lines];
      for (const [at, what, text] of mutations) {
        if (what === 'drop') hostile.splice(at, 1);
        else if (what === 'double') hostile.splice(at, 0, lines[at] ?? '');
        else if (what === 'garble') hostile[at] = (hostile[at] ?? '').slice(0, text.length) + text;
        else hostile.splice(at, 0, `a=${text}`);
      }
      const plan = planMedia(hostile.join('\r\n'), everything);
      const unknown = (plan?.stackOffer.sdp ?? '').split('\r\n').filter((line) => line && !known.test(line));
      expect(unknown).toEqual([]);
    }),
    { seed: 7, numRuns: 300 },
  );
});
