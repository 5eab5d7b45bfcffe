import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Systems give ports to connections, and to programs that ask for any port, from a range above these. */
const FIRST = 11_000;
const COUNT = 20_000;

// Processes that run beside each other begin at different places.
let next = Math.floor(Math.random() * COUNT);

async function isFree(port: number): Promise<boolean> {
  const tcp = createServer();
  const udp = createSocket('udp4');
  try {
    tcp.listen(port, '127.0.0.1');
    await once(tcp, 'listening');
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    tcp.close();
    udp.close();
  }
}

/** A port on which no program listens, over TCP or UDP. This process gives each port once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('no port');
}

/** Resolves when `child` accepts connections on `port`; rejects with its output when it ends before. */
export async function untilItListens(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode}:\n${output()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
