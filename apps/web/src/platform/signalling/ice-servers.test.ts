import { expect, test } from 'vitest';
import { iceServersFor } from './ice-servers.ts';

const turn = { urls: ['turn:turn.example?transport=tcp'], username: 'u', credential: 'c' };

test.each([
  ['wss://sip.example:8443/sip', [{ urls: 'stun:sip.example:40000' }, turn]],
  ['ws://[2001:db8::1]/sip', [{ urls: 'stun:[2001:db8::1]:40000' }, turn]],
  ['no address', [turn]],
])('SIP-07 D20 the STUN server of %s, then the operator’s own', (serverUri, expected) => {
  expect(iceServersFor(serverUri, { stunPort: 40_000, iceServers: [turn] })).toEqual(expected);
});
