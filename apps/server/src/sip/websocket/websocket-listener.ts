import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { EventLog, LogEvent } from '../../domain/event-log.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../domain/limits/limits.ts';
import { createRateLimit } from '../../domain/limits/rate-limit.ts';
import { createSharedPool } from '../../domain/limits/shared-pool.ts';
import { type Meter, NO_METER } from '../../domain/meter.ts';
import type { ServerAddress } from '../../network/server-address.ts';
import type { SipServer } from '../sip-server.ts';
import type { ConnectionSlot } from './connection-admission.ts';
import { createConnectionAdmission } from './connection-admission.ts';
import type { FlowSocket } from './flow-socket.ts';
import { openFlowSocket } from './flow-socket.ts';
import type { FlowAddresses } from './flow-socket-options.ts';

export type SipListenerOptions = {
  readonly paths: readonly string[];
  /** Whether a page of this origin may open a SIP connection; clients that send no Origin are allowed. */
  readonly isAllowedOrigin: (origin: string, host: string) => boolean;
  /** IP address of the client, for the log and the limits; takes trusted proxies into account. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The address at which the client reached this server; undefined = its Host header is not usable. */
  readonly serverAddressOf: (request: IncomingMessage) => ServerAddress | undefined;
  /** Whether a server agent of this process connects; server agents are exempt from the limits. */
  readonly isServerAgent: (request: IncomingMessage) => boolean;
  readonly limits: ConnectionLimits;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  /** Counts refusals; absent = nothing is counted. */
  readonly meter?: Pick<Meter, 'refused'>;
  readonly log: Pick<EventLog, 'debug' | 'info' | 'warn'>;
};

type Refusal = { readonly status: string; readonly text: string; readonly retryAfter?: number };

/** Logged paths are cut to this length. */
const LOGGED_PATH_LENGTH = 200;

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

function refuseUpgrade(socket: Duplex, { status, text, retryAfter }: Refusal): void {
  // The peer may disconnect before the answer is written: without this handler the error would end the
  // process. After the answer the server closes the connection.
  socket.on('error', () => undefined);
  socket.once('finish', () => socket.destroy());
  const later = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${later}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** SIP over WebSocket on an HTTP server (RFC 7118): accepts connections, pings them and ends abusive ones. */
export function attachSipListener(
  httpServer: Server,
  sip: SipServer,
  options: SipListenerOptions,
): { close(): void } {
  const { isAllowedOrigin, addressOf, serverAddressOf, isServerAgent, limits, elapsedMs, log } = options;
  const { meter = NO_METER } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: CONNECTION_LIMITS.messageBytes,
    maxFragments: CONNECTION_LIMITS.fragments,
    maxBufferedChunks: CONNECTION_LIMITS.chunks,
    autoPong: false,
    perMessageDeflate: false,
    handleProtocols: () => 'sip',
  });
  const admission = createConnectionAdmission(limits, elapsedMs);
  const unreadPool = createSharedPool({
    total: limits.unreadMb * 1024 * 1024,
    fraction: CONNECTION_LIMITS.unreadShare,
  });
  const open = new Set<FlowSocket>();
  const isWithinLogRate = createRateLimit(CONNECTION_LIMITS.logLines, elapsedMs);
  let unlogged = 0;

  /**
   * Logs a warning; too many of them are only counted, so that a flood of connections does not fill the log.
   */
  function warn(event: LogEvent): void {
    if (isWithinLogRate()) log.warn(event);
    else unlogged += 1;
  }

  function take(
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
    { remoteAddress: from, serverAddress }: FlowAddresses,
  ): void {
    const isAgent = isServerAgent(request);
    let cut = (): void => void socket.destroy();
    const slot: ConnectionSlot | undefined = isAgent
      ? { prove: () => undefined, leave: () => undefined }
      : admission.admit(from, () => {
          warn({ event: 'sip_connection_replaced', from });
          cut();
        });
    if (slot === undefined) {
      meter.refused('sip_connections');
      warn({ event: 'sip_connection_limit_reached', from });
      const { retryAfter } = CONNECTION_LIMITS;
      refuseUpgrade(socket, {
        status: '503 Service Unavailable',
        text: 'Too many connections.',
        retryAfter,
      });
      return;
    }
    socket.once('close', () => slot.leave());
    sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      const flowSocket = openFlowSocket(sip, {
        webSocket,
        socket,
        addresses: { remoteAddress: from, serverAddress },
        isServerAgent: isAgent,
        unprovenSeconds: limits.unprovenSeconds,
        unreadPool,
        elapsedMs,
        warn,
        proved: () => slot.prove(),
      });
      cut = () => flowSocket.terminate();
      open.add(flowSocket);
      webSocket.on('close', () => open.delete(flowSocket));
    });
  }

  function refusalOf(request: IncomingMessage): Refusal | undefined {
    const { headers } = request;
    const { origin, host = '' } = headers;
    const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (!options.paths.includes(pathOf(request)))
      return { status: '404 Not Found', text: 'Nothing speaks WebSocket here.' };
    if (!protocols.includes('sip'))
      return { status: '400 Bad Request', text: 'This WebSocket speaks the subprotocol "sip" only.' };
    if (origin !== undefined && !isAllowedOrigin(origin, host))
      return { status: '403 Forbidden', text: 'Pages of this origin may not call here.' };
    return undefined;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const from = addressOf(request);
    const serverAddress = serverAddressOf(request);
    const refusal = refusalOf(request);
    if (refusal === undefined && serverAddress !== undefined) {
      take(request, { socket, head }, { remoteAddress: from, serverAddress });
      return;
    }
    refuseUpgrade(socket, refusal ?? { status: '400 Bad Request', text: 'The Host header names no host.' });
    const { origin, host } = request.headers;
    const path = pathOf(request).slice(0, LOGGED_PATH_LENGTH);
    warn({ event: 'sip_connection_refused', from, url: path, origin, host });
  }

  function ask(): void {
    if (unlogged > 0) log.warn({ event: 'sip_connections_refused', count: unlogged });
    unlogged = 0;
    for (const socket of open) socket.ping();
  }
  const asking = setInterval(ask, CONNECTION_LIMITS.pingMs);
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
