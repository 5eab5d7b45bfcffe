import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './ports.ts';

test('a port at which a program listens over UDP alone is not free', async () => {
  const before = await freePort();
  const program = createSocket('udp4');
  onTestFinished(() => void program.close());
  program.bind(before + 1, '127.0.0.1');
  await once(program, 'listening');
  expect(await freePort()).not.toBe(before + 1);
});

test('no port is given twice, and none that the system may give to a connection', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
