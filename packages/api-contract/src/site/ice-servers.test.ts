import { expect, test } from 'vitest';
import { iceServersAnswerSchema, isTurnUrl } from './ice-servers.ts';

test.each([
  ['turn:turn.example', true],
  ['turn:turn.example:3478?transport=tcp', true],
  ['turns:turn.example:443?transport=tcp', true],
  ['turn:192.0.2.1:65535?transport=udp', true],
  ['turn:[2001:db8::1]:3478', true],
  ['TURN:Turn.Example', true],
  ['', false],
  ['turn:', false],
  ['stun:turn.example', false],
  ['turn://turn.example', false],
  ['turn:user@turn.example', false],
  ['turn:turn.example:0', false],
  ['turn:turn.example:65536', false],
  ['turn:turn.example:port', false],
  ['turn:turn.example?transport=sctp', false],
  ['turn:turn.example ', false],
  ['turn:a.example,turn:b.example', false],
  ['https://turn.example', false],
])('D20 %j is the address of a TURN server: %s', (text, isOne) => {
  expect(isTurnUrl(text)).toBe(isOne);
});

const server = { urls: ['turn:turn.example'], username: '1700000000:x', credential: 'c' };

test.each([
  [{ iceServers: [server], ttl: 600 }, true],
  [{ iceServers: [], ttl: 600 }, true],
  [{ iceServers: [{ ...server, urls: ['turn:nowhere at all'] }], ttl: 600 }, false],
  [{ iceServers: [{ urls: server.urls }], ttl: 600 }, false],
  [{ iceServers: [server], ttl: 0 }, false],
  [{ iceServers: [server] }, false],
])('D20 an answer with an invalid server is refused: %j', (answer, isTaken) => {
  expect(iceServersAnswerSchema.safeParse(answer).success).toBe(isTaken);
});
