import { describe, expect, test } from 'vitest';
import type { PathReading } from './text-delivery.ts';
import { hasArrived, heardAt, readPaths } from './text-delivery.ts';

/** Statistics in Chromium's format; their clock differs from the page's. */
const chromium = (pair: object, timestamp = 5_000_000) => [
  { id: 'T01', type: 'transport', timestamp, selectedCandidatePairId: 'CP1', dtlsState: 'connected' },
  {
    id: 'CP1',
    type: 'candidate-pair',
    timestamp,
    transportId: 'T01',
    state: 'succeeded',
    nominated: true,
    currentRoundTripTime: 0.08,
    bytesReceived: 900,
    packetsReceived: 9,
    responsesReceived: 3,
    lastPacketReceivedTimestamp: timestamp - 40,
    ...pair,
  },
  {
    id: 'CP2',
    type: 'candidate-pair',
    timestamp,
    state: 'succeeded',
    nominated: true,
    currentRoundTripTime: 3,
    lastPacketReceivedTimestamp: timestamp,
  },
];

/** Statistics in Firefox's format: no transport, and the pair itself is marked as selected. */
const firefox = (pair: object, timestamp = 5_000_000) => [
  {
    id: 'a1',
    type: 'candidate-pair',
    timestamp,
    state: 'succeeded',
    nominated: true,
    selected: true,
    bytesReceived: 900,
    lastPacketReceivedTimestamp: timestamp - 40,
    ...pair,
  },
  { id: 'a2', type: 'candidate-pair', timestamp, state: 'succeeded', nominated: true, selected: false },
];

const at = 1000;
const heard = (report: Parameters<typeof readPaths>[0], before?: PathReading) =>
  heardAt(before, readPaths(report, at));

describe('D41 when the peer was last heard', () => {
  test.each([
    ['Chromium: 40 ms before the statistics were read', chromium({}), 960],
    ['Firefox: the same', firefox({}), 960],
    ['never', chromium({ lastPacketReceivedTimestamp: 0 }), Number.NEGATIVE_INFINITY],
    [
      'a browser without this field',
      chromium({ lastPacketReceivedTimestamp: undefined }),
      Number.NEGATIVE_INFINITY,
    ],
    [
      'a packet later than the statistics counts as now',
      chromium({ lastPacketReceivedTimestamp: 5_000_009 }),
      at,
    ],
    ['no selected pair yet', [], Number.NEGATIVE_INFINITY],
    [
      'neither transport nor selection marked: the nominated pair',
      firefox({ selected: undefined }).slice(0, 1),
      960,
    ],
  ])('%s', (_name, report, expected) => {
    expect(heard(report)).toBe(expected);
  });

  const before = readPaths(chromium({ lastPacketReceivedTimestamp: undefined }), 750);
  test.each([
    ['bytes', { bytesReceived: 901 }, 750],
    ['STUN responses', { responsesReceived: 4 }, 750],
    ['packets', { packetsReceived: 10 }, 750],
    ['nothing', {}, Number.NEGATIVE_INFINITY],
    ['counters of another pair since ICE restarted', { bytesReceived: 10 }, Number.NEGATIVE_INFINITY],
  ])('by counters since the previous reading: %s', (_name, pair, expected) => {
    expect(heard(chromium({ lastPacketReceivedTimestamp: undefined, ...pair }), before)).toBe(expected);
  });

  test('the later of the two times counts', () => {
    expect(heard(chromium({ bytesReceived: 901 }), before)).toBe(960);
    expect(heard(chromium({ bytesReceived: 901, lastPacketReceivedTimestamp: 4_999_700 }), before)).toBe(750);
  });

  test('of several transports the one silent for longest counts', () => {
    const silent = chromium({ lastPacketReceivedTimestamp: 4_998_000 })
      .slice(0, 2)
      .map((stats) => ({ ...stats, id: `${stats.id}b`, selectedCandidatePairId: 'CP1b' }));
    expect(heard([...chromium({}), ...silent])).toBe(-1000);
  });
});

describe('D41 text has arrived when the peer was heard a round trip, and 300 ms for a busy computer, after it had left', () => {
  test.each([
    ['a round trip and 300 ms later', 580, chromium({}), true],
    ['less than that later', 581, chromium({}), false],
    ['before it left', 970, chromium({ currentRoundTripTime: 0 }), false],
    ['300 ms later if there is no delay', 660, chromium({ currentRoundTripTime: 0 }), true],
    [
      'a packet that waited in the buffer of a busy computer',
      661,
      chromium({ currentRoundTripTime: 0 }),
      false,
    ],
    ['half a second later if the round trip is unknown', 160, firefox({}), true],
    ['less than that', 161, firefox({}), false],
    ['still in the buffer', undefined, chromium({}), false],
  ])('%s', (_name, leftAt, report, expected) => {
    const reading = readPaths(report, at);
    expect(hasArrived(leftAt, heardAt(undefined, reading), reading)).toBe(expected);
  });
});
