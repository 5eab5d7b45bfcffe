import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { iceServersOf } from './ice-servers.ts';

test.each([
  ['wss://calls.example:8443/sip', ['stun:calls.example:40001']],
  ['ws://[2001:db8::1]:8080/sip', ['stun:[2001:db8::1]:40001']],
  ['not an address', []],
])('SIP-07 for %s STUN is on its host, followed by the servers of the brand', (serverUri, stun) => {
  const turn = { urls: 'turn:turn.example', username: 'u', credential: 'c' };
  const result = parseBrand({
    sip: { stunPort: 40001, iceServers: [turn, { urls: ['stun:other.example'] }] },
  });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  expect(iceServersOf(result.brand, serverUri)).toEqual([
    ...stun.map((urls) => ({ urls })),
    turn,
    { urls: ['stun:other.example'] },
  ]);
});
