import { expect, test } from 'vitest';
import { setCandidatePriorities } from './candidate-priorities.ts';

const candidate = (priority: number, address: string): string =>
  `a=candidate:1 1 udp ${priority} ${address} 5000 typ host generation 0 ufrag d0e5`;
const answer = (...candidates: readonly string[]): string =>
  [
    'v=0',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    ...candidates,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    '',
  ]
    .concat(candidates)
    .map((line) => (line === '' ? line : `${line}\r\n`))
    .join('');

test('RFC 8445 §5.1.2.1 each candidate of an answer has a priority of its own, the same in each section', () => {
  const same = 2_116_026_367;
  const own = [2_130_705_919, 2_130_706_431, 2_130_706_175];
  const addresses = ['127.0.0.1', '192.0.2.2', '2001:db8::2'];
  expect(setCandidatePriorities(answer(...addresses.map((address) => candidate(same, address))))).toBe(
    answer(...addresses.map((address, index) => candidate(own[index] ?? 0, address))),
  );
});

test('an answer without candidates is unchanged', () => {
  expect(setCandidatePriorities(answer())).toBe(answer());
});
