import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TextDecoder } from 'node:util';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { ServerAddress } from '../network/server-address.ts';
import type { FlowConnection } from './flow.ts';
import type { SipLog } from './sip-log.ts';
import type { SipServer } from './sip-server.ts';

export type SipListenerOptions = {
  readonly path: string;
  /** Whether a page of this origin may open a SIP connection; programs send no Origin and may. */
  readonly isAllowedOrigin: (origin: string, host: string) => boolean;
  /** Where whoever asks is, for the log; a proxy may stand in between. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Where the client has reached this server; undefined = it does not say so in a way that can be used. */
  readonly serverAddressOf: (request: IncomingMessage) => ServerAddress | undefined;
  readonly log: SipLog;
};

/** Longest message in bytes. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** A peer that reads so slowly that this much waits for it is cut off. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** How often a silent connection is asked whether it still lives; who has said nothing until the next time is cut off. */
const PING_INTERVAL_MS = 30_000;
/** How long the other end has to agree to a close. One that is out of coverage never does, and would hold up a stop. */
const CLOSE_TIMEOUT_MS = 2_000;

function refuseUpgrade(socket: Duplex, status: string, text: string): void {
  // A peer that hangs up first must not bring the process down, nor one that never does keep its connection.
  socket.on('error', () => undefined);
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** A text of one frame; undefined when its bytes are no UTF-8. */
function textOf(data: RawData): string | undefined {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function connectionOf(
  socket: WebSocket,
  addresses: Pick<FlowConnection, 'remoteAddress' | 'serverAddress'>,
): FlowConnection {
  const terminate = (): void => socket.terminate();
  return {
    ...addresses,
    send(text) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) terminate();
      else socket.send(text);
    },
    close(code, reason) {
      socket.close(code, reason);
      setTimeout(terminate, CLOSE_TIMEOUT_MS).unref();
    },
    terminate,
  };
}

/** SIP over WebSocket on an HTTP server (RFC 7118): moves frames, answers keep-alives, ends what is dead or hostile. */
export function attachSipListener(
  httpServer: Server,
  sip: SipServer,
  options: SipListenerOptions,
): { close(): void } {
  const { path, isAllowedOrigin, addressOf, serverAddressOf, log } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => 'sip',
  });
  const silent = new WeakSet<WebSocket>();

  function take(socket: WebSocket, from: string, serverAddress: ServerAddress): void {
    const handler = sip.accept(connectionOf(socket, { remoteAddress: from, serverAddress }));
    socket.on('message', (data) => {
      silent.delete(socket);
      const text = textOf(data);
      // The keep-alive of RFC 5626 §3.5.1.
      if (text === '\r\n\r\n') socket.send('\r\n');
      else if (text === undefined) handler.receive('not UTF-8');
      else if (text.trim() !== '') handler.receive(text);
    });
    socket.on('pong', () => silent.delete(socket));
    // ws itself closes with 1009 on a message that is too long, and with 1002 on broken frames.
    socket.on('error', (error) =>
      log.warn({ from, reason: error.message }, 'sip connection refused a frame'),
    );
    socket.on('close', () => handler.closed());
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin, host = '' } = request.headers;
    const from = addressOf(request);
    const serverAddress = serverAddressOf(request);
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if ((request.url ?? '').split('?')[0] !== path)
      refuseUpgrade(socket, '404 Not Found', 'Nothing speaks WebSocket here.');
    else if (!protocols.includes('sip'))
      refuseUpgrade(socket, '400 Bad Request', 'This WebSocket speaks the subprotocol "sip" only.');
    else if (origin !== undefined && !isAllowedOrigin(origin, host))
      refuseUpgrade(socket, '403 Forbidden', 'Pages of this origin may not call here.');
    else if (serverAddress === undefined)
      refuseUpgrade(socket, '400 Bad Request', 'The Host header names no host.');
    else {
      sockets.handleUpgrade(request, socket, head, (webSocket) => take(webSocket, from, serverAddress));
      return;
    }
    log.warn({ from, url: path, origin, host }, 'sip connection refused');
  }

  function ask(): void {
    for (const socket of sockets.clients) {
      if (silent.has(socket)) socket.terminate();
      else {
        silent.add(socket);
        socket.ping();
      }
    }
  }
  const asking = setInterval(ask, PING_INTERVAL_MS);
  asking.unref();
  httpServer.on('upgrade', upgrade);

  return {
    close() {
      clearInterval(asking);
      httpServer.off('upgrade', upgrade);
      sockets.close();
    },
  };
}
