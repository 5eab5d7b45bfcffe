import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { EventLog } from '../../domain/event-log.ts';
import type { SharedPool } from '../../domain/limits/shared-pool.ts';
import type { FlowConnection } from '../flow.ts';

/** Who the peer of a connection has proved to be; a server agent of this process has no limits. */
export type Standing = 'unproven' | 'user' | 'serverAgent';

export type FlowAddresses = Pick<FlowConnection, 'remoteAddress' | 'serverAddress'>;

export type FlowSocketOptions = {
  readonly webSocket: WebSocket;
  /** The TCP or TLS socket of the WebSocket. */
  readonly socket: Duplex;
  readonly addresses: FlowAddresses;
  /** Whether the peer is a server agent of this process, which has no limits. */
  readonly isServerAgent: boolean;
  readonly unprovenSeconds: number;
  /** Counts the bytes that the peers of all authenticated connections have not read yet. */
  readonly unreadPool: SharedPool;
  readonly elapsedMs: () => number;
  readonly warn: EventLog['warn'];
  /** Called when the peer has authenticated. */
  readonly proved: () => void;
};
