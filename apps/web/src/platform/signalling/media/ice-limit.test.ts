import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { limitGathering } from './ice-limit.ts';

const LIMIT_MS = 1000;
const stun = { urls: 'stun:192.0.2.1' };
const turn = { urls: ['turns:192.0.2.1:5349'], username: 'anna', credential: 'secret' };
const servers = { 'no server': [], 'a STUN server': [stun], 'a TURN server': [stun, turn] };

type State = 'have-remote-offer' | 'have-local-offer' | 'stable';

/** A connection that gathers for JsSIP with these servers; its signalling states so far. */
function createScene(
  iceServers: readonly RTCIceServer[],
  states: readonly State[] = ['have-local-offer'],
  patienceMs = 0,
) {
  const clock = createFakeClock();
  const connection = Object.assign(new EventTarget(), {
    iceGatheringState: 'gathering',
    signalingState: 'stable',
  });
  let isEnded = false;
  connection.addEventListener('icecandidate', (event) => {
    if (!('candidate' in event)) isEnded = true;
  });
  const limit = { timeoutMs: LIMIT_MS, patienceMs };
  const cancel = limitGathering(connection as unknown as RTCPeerConnection, clock, iceServers, limit);
  const enter = (state: State): void => {
    connection.signalingState = state;
    connection.dispatchEvent(new Event('signalingstatechange'));
  };
  for (const state of states) enter(state);
  return {
    cancel,
    enter,
    find(type: RTCIceCandidateType, protocol: RTCIceProtocol = 'udp') {
      connection.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: { type, protocol } }));
    },
    complete() {
      connection.iceGatheringState = 'complete';
      connection.dispatchEvent(new Event('icegatheringstatechange'));
    },
    isEndedAfter(ms: number): boolean {
      clock.advance(ms);
      return isEnded;
    },
  };
}

test.each([
  ['no server', 'host', LIMIT_MS],
  ['a STUN server', 'host', LIMIT_MS],
  ['a STUN server', 'srflx', 100],
  ['a TURN server', 'srflx', LIMIT_MS],
  ['a TURN server', 'relay', 100],
] as const)('SIP-08 with %s gathering ends, after a candidate of type %s, in %i ms', (server, type, ms) => {
  const scene = createScene(servers[server]);
  scene.find(type);
  expect(scene.isEndedAfter(ms - 1)).toBe(false);
  expect(scene.isEndedAfter(1)).toBe(true);
});

test('SIP-08 D80 the limit of an answer begins with the answer: a busy machine can need longer than the limit to make it', () => {
  const scene = createScene([stun], ['have-remote-offer']);
  expect(scene.isEndedAfter(2 * LIMIT_MS)).toBe(false);
  scene.enter('stable');
  expect(scene.isEndedAfter(LIMIT_MS - 1)).toBe(false);
  expect(scene.isEndedAfter(1)).toBe(true);
});

test('SIP-08 D80 candidates and end of an earlier gathering do not count for the next one', () => {
  const scene = createScene([stun], ['have-remote-offer']);
  scene.find('srflx');
  scene.complete();
  expect(scene.isEndedAfter(LIMIT_MS)).toBe(false);
  scene.enter('stable');
  expect(scene.isEndedAfter(LIMIT_MS)).toBe(true);
});

test.each(['complete', 'cancel'] as const)('SIP-08 nothing ends gathering after %s', (what) => {
  const scene = createScene(servers['a STUN server']);
  scene.find('srflx');
  scene[what]();
  expect(scene.isEndedAfter(2 * LIMIT_MS)).toBe(false);
});

test('SIP-08 D80 in an established call, a browser that knows its new network late is waited for, then the offer leaves', () => {
  const scene = createScene([], ['have-local-offer'], 3000);
  scene.find('host', 'tcp');
  expect(scene.isEndedAfter(LIMIT_MS + 400)).toBe(false);
  scene.find('host');
  expect(scene.isEndedAfter(99)).toBe(false);
  expect(scene.isEndedAfter(1)).toBe(true);
});

test.each([
  ['with a candidate that the peer can send to', 'udp', LIMIT_MS],
  ['without one', 'tcp', LIMIT_MS + 3000],
] as const)(
  'SIP-08 D80 in an established call gathering ends %s, after %s, in %i ms',
  (_how, protocol, ms) => {
    const scene = createScene([stun], ['have-local-offer'], 3000);
    scene.find('host', protocol);
    expect(scene.isEndedAfter(ms - 1)).toBe(false);
    expect(scene.isEndedAfter(1)).toBe(true);
  },
);
