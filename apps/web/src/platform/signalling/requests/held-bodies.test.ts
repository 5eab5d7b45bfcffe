import { expect, test } from 'vitest';
import { peerTakesMedia, takesMedia, withHeldDirections } from './held-bodies.ts';

/** A body with one line for each medium, such as `audio sendrecv`; `c=` and port as in `address`. */
const body = (
  media: readonly string[],
  { address = '192.0.2.1', port = 40_000, session = '' } = {},
): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 192.0.2.1',
    's=-',
    't=0 0',
    ...(session === '' ? [] : [session]),
    ...media.flatMap((medium) => {
      const [kind = '', direction] = medium.split(' ');
      return [
        `m=${kind} ${direction === 'refused' ? 0 : port} UDP/TLS/RTP/SAVPF 96`,
        `c=IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}`,
        ...(direction === undefined || direction === 'refused' ? [] : [`a=${direction}`]),
      ];
    }),
    '',
  ].join('\r\n');

test.each([
  [['audio sendrecv', 'video sendrecv'], true],
  [['audio sendonly', 'video recvonly'], true],
  [['audio'], true],
  [['audio sendonly', 'video inactive'], false],
  [['audio sendonly', 'video refused'], false],
  [['application sendrecv'], false],
  [[], false],
])('D84 a body with %j takes media: %s', (media, expected) => {
  expect(takesMedia(body(media))).toBe(expected);
});

test.each<readonly [string, boolean, readonly string[], readonly string[], boolean | undefined]>([
  ['the peer offers as usual', false, ['audio sendrecv'], ['audio sendrecv'], true],
  ['the peer holds, as in RFC 3264 §8.4', false, ['audio sendonly'], ['audio recvonly'], false],
  ['the peer offers nothing in any direction', false, ['audio inactive'], ['audio inactive'], false],
  ['the peer has no camera', false, ['audio sendrecv', 'video recvonly'], ['audio', 'video'], true],
  ['the peer removes all sound and video', false, ['audio refused'], ['audio refused'], undefined],
  ['the peer agrees', true, ['audio sendrecv'], ['audio sendrecv'], true],
  ['this side holds', true, ['audio sendonly'], ['audio recvonly'], true],
  ['both hold', true, ['audio sendonly'], ['audio inactive'], false],
  ['this side resumes, and the peer still holds', true, ['audio sendrecv'], ['audio sendonly'], false],
  ['this side holds what it only receives', true, ['audio inactive'], ['audio inactive'], undefined],
  [
    'the peer does not take the video of this side',
    true,
    ['audio sendrecv', 'video sendrecv'],
    ['audio sendrecv', 'video inactive'],
    true,
  ],
])('D84 %s: the peer takes media as the bodies say', (...[, isOwn, offer, answer, expected]) => {
  expect(peerTakesMedia({ isOwn, offer: body(offer), answer: body(answer) })).toBe(expected);
});

test.each<readonly [string, Parameters<typeof body>, readonly string[]]>([
  [
    'sound and video',
    [['audio sendrecv', 'video recvonly'], { address: '0.0.0.0' }],
    ['sendonly', 'inactive'],
  ],
  ['no direction', [['audio'], { address: '0.0.0.0' }], ['sendonly']],
  ['a direction of the session', [['audio'], { address: '0.0.0.0', session: 'a=recvonly' }], ['inactive']],
  ['a direction that holds already', [['audio sendonly'], { address: '0.0.0.0' }], ['sendonly']],
  ['IPv6', [['audio sendrecv'], { address: '::' }], ['sendonly']],
  ['another address', [['audio sendrecv'], { address: '192.0.2.7' }], ['sendrecv']],
  ['the port of a browser', [['audio sendrecv'], { address: '0.0.0.0', port: 9 }], ['sendrecv']],
])(
  'D84 RFC 2543 a body that holds by its address, with %s, gets directions that say so',
  (_what, args, expected) => {
    const marked = withHeldDirections(body(...args));
    const sections = marked.split('m=').slice(1);
    expect(sections.map((section) => /a=(\w+)/.exec(section)?.[1])).toEqual(expected);
  },
);

test('D84 a body without such an address is unchanged', () => {
  const usual = body(['audio sendrecv', 'video recvonly']);
  expect(withHeldDirections(usual)).toBe(usual);
});
