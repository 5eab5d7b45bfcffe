import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { limitGathering } from './ice-limit.ts';

const LIMIT_MS = 1000;
const stun = { urls: 'stun:192.0.2.1' };
const turn = { urls: ['turns:192.0.2.1:5349'], username: 'anna', credential: 'secret' };
const servers = { 'no server': [], 'a STUN server': [stun], 'a TURN server': [stun, turn] };

/** A connection that gathers for JsSIP with these servers. */
function createScene(iceServers: readonly RTCIceServer[]) {
  const clock = createFakeClock();
  const connection = Object.assign(new EventTarget(), { iceGatheringState: 'gathering' });
  let isEnded = false;
  connection.addEventListener('icecandidate', (event) => {
    if (!('candidate' in event)) isEnded = true;
  });
  const cancel = limitGathering(connection as unknown as RTCPeerConnection, clock, iceServers, LIMIT_MS);
  connection.dispatchEvent(new Event('signalingstatechange'));
  return {
    cancel,
    find: (type: RTCIceCandidateType) =>
      void connection.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: { type } })),
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

test.each(['complete', 'cancel'] as const)('SIP-08 nothing ends gathering after %s', (what) => {
  const scene = createScene(servers['a STUN server']);
  scene.find('srflx');
  scene[what]();
  expect(scene.isEndedAfter(2 * LIMIT_MS)).toBe(false);
});
