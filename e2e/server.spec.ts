import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { nodeForServer, root } from '../tools/runtime.mjs';
import { startSamtalServer } from './support/samtal-server.ts';

/** Runs the server until it ends by itself; for starts that must fail. */
async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(nodeForServer(), ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, STUN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  await once(child, 'close');
  return { code: child.exitCode, output: output.trim() };
}

test('D26 the server says when it is ready, is healthy, and stops in order with people connected', async () => {
  const server = await startSamtalServer();
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/sip`, 'sip');
  await once(socket, 'open');
  const closed = once(socket, 'close');
  expect(await server.stop()).toBe(0);
  await closed;
  await server.dispose();
});

test('D2 a port that is taken, or a variable that is wrong, is told in one line', async () => {
  const server = await startSamtalServer();
  const dataDir = test.info().outputPath('data');
  const taken = await runToEnd({ PORT: String(server.port), DATA_DIR: dataDir });
  expect(taken).toEqual({
    code: 1,
    output: `Port ${server.port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`,
  });
  const wrong = await runToEnd({ PORT: 'eighty', DATA_DIR: dataDir });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/^PORT: [^\n]+$/);
  await server.dispose();
});

test('SIP-07 STUN answers on the port that browsers are told, and ignores what is no STUN', async () => {
  const server = await startSamtalServer();
  const brand = (await (await fetch(`${server.url}/branding/brand.json`)).json()) as {
    sip: { stunPort: number };
  };
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const binding = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');
  socket.send(Buffer.from('rubbish'), brand.sip.stunPort, '127.0.0.1');
  socket.send(binding, brand.sip.stunPort, '127.0.0.1');
  const [answer] = (await once(socket, 'message')) as [Buffer];
  expect(answer.readUInt16BE(0)).toBe(0x0101);
  expect(answer.subarray(4, 20)).toEqual(binding.subarray(4));
  socket.close();
  await server.dispose();
});
