import { WebSocket } from 'ws';
import { CONNECTION_LIMITS } from '../../domain/limits/limits.ts';
import type { SharedPool } from '../../domain/limits/shared-pool.ts';
import type { Standing } from './flow-socket-options.ts';
import type { Reading } from './reading.ts';

type Options = {
  readonly webSocket: WebSocket;
  readonly reading: Pick<Reading, 'hold'>;
  /** Counts the bytes that the peers of all authenticated connections have not read yet. */
  readonly unreadPool: SharedPool;
  readonly standing: () => Standing;
  /** Ends the connection, because its peer has exceeded a limit. */
  readonly cut: (reason: string) => void;
};

/** Sends frames, and limits how much of them waits for a peer that does not read. */
export type OutgoingFrames = {
  /** @param write sends one frame, and calls `written` when the kernel has taken it completely */
  transmit(write: (written: () => void) => void): void;
  /** Gives back what the connection has of the pool, because it is closed. */
  close(): void;
};

export function createOutgoingFrames(options: Options): OutgoingFrames {
  const { webSocket, reading, unreadPool, standing, cut } = options;
  /** Frames that the kernel has not taken completely yet. */
  let waitingFrames = 0;
  let bytesInPool = 0;

  function unreadBytes(): number {
    const bytes = webSocket.bufferedAmount;
    return bytes === 0 ? 0 : bytes + waitingFrames * CONNECTION_LIMITS.frameOverheadBytes;
  }

  function notePool(bytes: number): void {
    unreadPool.add(bytes - bytesInPool);
    bytesInPool = bytes;
  }

  /** If the peer does not read what is sent, the server pauses reading from it, then ends the connection. */
  function checkUnread(): void {
    if (standing() === 'serverAgent' || webSocket.readyState === WebSocket.CLOSED) return;
    const unread = unreadBytes();
    if (standing() === 'unproven') {
      if (unread > CONNECTION_LIMITS.unprovenUnreadBytes) cut('peer does not read');
      return;
    }
    notePool(unread);
    const most = CONNECTION_LIMITS.unreadBytes;
    if (unread > most || !unreadPool.isWithinShare(unread)) cut('peer does not read');
    else if (unread > most / 2) reading.hold('unread', true);
    else if (unread <= most / 4) reading.hold('unread', false);
  }

  function transmit(write: (written: () => void) => void): void {
    if (webSocket.readyState !== WebSocket.OPEN) return;
    let isWaiting = false;
    write(() => {
      if (isWaiting) waitingFrames -= 1;
      checkUnread();
    });
    isWaiting = webSocket.bufferedAmount > 0;
    if (isWaiting) waitingFrames += 1;
    checkUnread();
  }

  return { transmit, close: () => notePool(0) };
}
