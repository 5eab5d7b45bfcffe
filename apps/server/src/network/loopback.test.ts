import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.0.2.1', false],
  ['::ffff:192.0.2.1', false],
  ['localhost', false],
  ['', false],
])('D43 the address %s is a loopback address: %j', (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback);
});

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['demo.localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['localhost.calls.example', false],
  ['127.0.0.1.calls.example', false],
  ['notlocalhost', false],
  ['0', false],
  ['[192.0.2.1]', false],
  ['', false],
])('D43 the host %s is a loopback host: %j', (host, isLoopback) => {
  expect(isLoopbackHost(host)).toBe(isLoopback);
});
