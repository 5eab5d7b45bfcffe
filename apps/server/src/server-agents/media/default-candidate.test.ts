import { expect, test } from 'vitest';
import { nameDefaultCandidate } from './default-candidate.ts';

const linesOf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');
const session = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', 'a=ice-lite'];
const candidate = (address: string, port: number): string =>
  `a=candidate:1 1 udp 2116026367 ${address} ${port} typ host generation 0 ufrag d0e5`;
const loopback = candidate('127.0.0.1', 43363);
const ipv4 = candidate('192.0.2.2', 51896);
const ipv6 = candidate('2001:db8::2', 41989);

const answer = (...candidates: readonly string[]): string =>
  linesOf(
    ...session,
    'm=audio 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    ...candidates,
    'a=rtcp:9 IN IP4 0.0.0.0',
    'm=video 9 UDP/TLS/RTP/SAVPF 97',
    'c=IN IP4 0.0.0.0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
  );
const named = (address: string, port: number, ...candidates: readonly string[]): string =>
  linesOf(
    ...session,
    `m=audio ${port} UDP/TLS/RTP/SAVPF 96`,
    `c=IN ${address}`,
    ...candidates,
    `a=rtcp:${port} IN ${address}`,
    `m=video ${port} UDP/TLS/RTP/SAVPF 97`,
    `c=IN ${address}`,
    `m=application ${port} UDP/DTLS/SCTP webrtc-datachannel`,
    `c=IN ${address}`,
  );

test.each([
  ['an IPv4 address of a network', [loopback, ipv6, ipv4], 'IP4 192.0.2.2', 51896],
  ['an IPv6 address rather than loopback', [loopback, ipv6], 'IP6 2001:db8::2', 41989],
  ['loopback where there is nothing else', [loopback], 'IP4 127.0.0.1', 43363],
])(
  'RFC 8839 §4.2.1.2 every section of an answer names a default candidate: %s',
  (_name, candidates, address, port) => {
    expect(nameDefaultCandidate(answer(...candidates), undefined)).toBe(named(address, port, ...candidates));
  },
);

test('RFC 8839 the candidate of the nominated pair is the default', () => {
  expect(nameDefaultCandidate(answer(loopback, ipv4), { host: '127.0.0.1', port: 43363 })).toBe(
    named('IP4 127.0.0.1', 43363, loopback, ipv4),
  );
});

test('an answer without candidates is unchanged', () => {
  expect(nameDefaultCandidate(answer(), undefined)).toBe(answer());
});
