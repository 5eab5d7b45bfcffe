import { expect, test } from 'vitest';
import { maskAddress } from './network-test.ts';
import { readQuality } from './read-quality.ts';

const pair = {
  id: 'P',
  type: 'candidate-pair',
  localCandidateId: 'L',
  remoteCandidateId: 'R',
  bytesReceived: 900,
  responsesReceived: 3,
  currentRoundTripTime: 0.0321,
  nominated: true,
  state: 'succeeded',
};
const candidates = [
  { id: 'L', type: 'local-candidate', candidateType: 'host' },
  { id: 'R', type: 'remote-candidate', candidateType: 'relay' },
];

test('reads incoming and outgoing streams and the path, in milliseconds', () => {
  const stats = [
    { id: 'T', type: 'transport', selectedCandidatePairId: 'P' },
    pair,
    ...candidates,
    { id: 'C', type: 'codec', mimeType: 'video/VP8' },
    {
      id: 'I',
      type: 'inbound-rtp',
      kind: 'video',
      codecId: 'C',
      bytesReceived: 10,
      packetsReceived: 2,
      packetsLost: 1,
      jitter: 0.004,
      frameWidth: 640,
      frameHeight: 480,
      framesPerSecond: 24,
    },
    { id: 'O', type: 'outbound-rtp', kind: 'audio', remoteId: 'RI', bytesSent: 30, packetsSent: 5 },
    { id: 'RI', type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 4 },
  ];
  expect(readQuality(stats, true, 7)).toEqual({
    atMs: 7,
    isConnected: true,
    incoming: [
      {
        kind: 'video',
        codec: 'VP8',
        width: 640,
        height: 480,
        framesPerSecond: 24,
        bytes: 10,
        packets: 2,
        packetsLost: 1,
        jitterMs: 4,
      },
    ],
    outgoing: [{ kind: 'audio', bytes: 30, packets: 5, packetsLost: 4 }],
    roundTripMs: 32,
    path: 'relay',
    arrivals: 903,
  });
});

test('without transport records the pair marks itself, and without a pair there is no path', () => {
  expect(readQuality([pair], true, 0).path).toBe('direct');
  expect(readQuality([{ ...pair, nominated: false }], true, 0)).toMatchObject({
    path: undefined,
    arrivals: 0,
  });
});

test.each([
  ['203.0.113.7', '203.0.…'],
  ['2001:db8:1::7', '2001:db8:…'],
])('of %s support sees %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
