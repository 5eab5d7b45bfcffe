import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type FolderProxy = {
  /** Address of the folder, e.g. `http://127.0.0.1:43211/call`. */
  readonly url: string;
  /** Forwards to this server from now on; without a server the proxy answers 502. */
  readonly forwardTo: (port: number) => void;
  readonly close: () => void;
};

/** Sends a request for a WebSocket on, and connects both sides. */
export function passUpgrade(inner: ClientRequest, socket: Duplex, head: Buffer): void {
  inner.on('upgrade', ({ headers }, upgraded) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    upgraded.write(head);
    upgraded.pipe(socket).pipe(upgraded);
    for (const side of [socket, upgraded]) side.on('error', () => undefined);
  });
  inner.on('response', () => socket.destroy());
  inner.on('error', () => socket.destroy());
  inner.end();
}

/**
 * Starts a reverse proxy that forwards only requests for one folder, and removes the folder from their paths,
 * as nginx does.
 */
export async function startFolderProxy(folder: string): Promise<FolderProxy> {
  let target: number | undefined;
  const forwarded = ({ method, url = '/', headers }: IncomingMessage) =>
    url.startsWith(`${folder}/`)
      ? request({ host: '127.0.0.1', port: target, method, path: url.slice(folder.length), headers })
      : undefined;
  const proxy = createServer((incoming, outgoing) => {
    const inner = forwarded(incoming);
    if (inner === undefined) return void outgoing.writeHead(404).end('another site');
    inner.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => outgoing.writeHead(502).end());
    outgoing.on('close', () => inner.destroy());
    incoming.pipe(inner);
  });
  proxy.on('upgrade', (incoming, socket, head) => {
    const inner = forwarded(incoming);
    if (inner === undefined) return void socket.destroy();
    passUpgrade(inner, socket, head);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${folder}`,
    forwardTo: (port) => void (target = port),
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
