import { expect, test } from 'vitest';
import { parse, write } from './sdp-directions.ts';

const lines = (...all: readonly string[]): string => [...all, ''].join('\r\n');

const offer = lines(
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=sendonly',
  'm=video 0 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:2',
);

test('SIP-06 each medium has its type, and its direction if it names one', () => {
  const { direction, media } = parse(offer);
  expect(direction).toBe(undefined);
  expect(media.map(({ type, direction }) => [type, direction])).toEqual([
    ['audio', 'sendonly'],
    ['video', undefined],
    ['application', undefined],
  ]);
});

test('a direction of the whole session is read, with all line endings', () => {
  expect(parse(offer.replace('t=0 0', 't=0 0\r\na=inactive').replaceAll('\r\n', '\n')).direction).toBe(
    'inactive',
  );
});

test('a body without media has an empty list of media', () => {
  expect(parse('').media).toEqual([]);
});

test('a written description has the new directions, and is otherwise unchanged', () => {
  const description = parse(offer);
  const [audio, video] = description.media;
  if (audio !== undefined) audio.direction = 'inactive';
  if (video !== undefined) video.direction = 'recvonly';
  expect(write(description)).toBe(
    offer.replace('a=sendonly', 'a=inactive').replace('a=mid:1', 'a=mid:1\r\na=recvonly'),
  );
});
