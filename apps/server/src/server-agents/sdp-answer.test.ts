import { readTextFromSdp } from '@samtal/realtime-text';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerWithoutMedia } from './sdp-answer.ts';

const session = { id: '17', version: 3 };
const linesOf = (...lines: readonly string[]): string => [...lines, ''].join('\r\n');
const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const browserOffer = linesOf(
  ...head,
  'a=group:BUNDLE 0 1 2',
  'a=rtt:sip-message',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:abcd',
  'a=mid:0',
  'a=rtpmap:111 opus/48000/2',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:2',
  'a=dcmap:1 label="t140";subprotocol="t140";ordered=true',
);

describe('the answer without media', () => {
  test('A-066 refuses each section in its place and announces text by MESSAGE', () => {
    expect(answerWithoutMedia(browserOffer, session)).toBe(
      linesOf(
        'v=0',
        'o=- 17 3 IN IP4 0.0.0.0',
        's=-',
        't=0 0',
        'a=rtt:sip-message',
        'm=audio 0 UDP/TLS/RTP/SAVPF 111 0',
        'c=IN IP4 0.0.0.0',
        'a=mid:0',
        'a=inactive',
        'm=video 0 UDP/TLS/RTP/SAVPF 96',
        'c=IN IP4 0.0.0.0',
        'a=mid:1',
        'a=inactive',
        'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
        'c=IN IP4 0.0.0.0',
        'a=mid:2',
        'a=inactive',
      ),
    );
  });

  test.each([
    { name: 'an offer without sections', offer: linesOf(...head), sections: 0 },
    { name: 'a section with two ports', offer: linesOf(...head, 'm=audio 49170/2 RTP/AVP 31'), sections: 1 },
    { name: 'bare LF', offer: [...head, 'm=audio 9 RTP/AVP 0'].join('\n'), sections: 1 },
  ])('$name is answered', ({ offer, sections }) => {
    expect(answerWithoutMedia(offer, session)?.split('\r\nm=')).toHaveLength(sections + 1);
  });

  test.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['another version', linesOf('v=1')],
    ['a line that is none', linesOf(...head, 'hello')],
    ['a section without formats', linesOf(...head, 'm=audio 9 RTP/AVP')],
    ['a section without port', linesOf(...head, 'm=audio RTP/AVP 0')],
    ['a bare CR', linesOf(...head, 'm=audio 9 RTP/AVP 0\ra=x')],
  ])('%s is not SDP', (_name, offer) => {
    expect(answerWithoutMedia(offer, session)).toBeUndefined();
  });

  test('every offered section is refused, whatever the offer contains', () => {
    const section = fc
      .tuple(fc.constantFrom('audio', 'video', 'text', 'application', 'x-new'), fc.nat(65_535))
      .map(([kind, port]) => `m=${kind} ${port} RTP/AVP 0`);
    fc.assert(
      fc.property(fc.array(section, { maxLength: 8 }), (sections) => {
        const answer = answerWithoutMedia(linesOf(...head, ...sections), session) ?? '';
        const answered = answer.split('\r\n').filter((line) => line.startsWith('m='));
        expect(answered).toEqual(sections.map((line) => line.replace(/ \d+ /, ' 0 ')));
        expect(readTextFromSdp(answer)).toEqual({ dataChannel: undefined, rtt: 'sip-message' });
      }),
    );
  });

  test('garbage never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['string', 'undefined']).toContain(typeof answerWithoutMedia(`v=0\r\n${text}`, session));
      }),
    );
  });
});
