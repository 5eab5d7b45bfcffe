import { isUtf8 } from 'node:buffer';
import type { RawData } from 'ws';
import { CONNECTION_LIMITS } from '../../domain/limits/limits.ts';
import { createRateLimit } from '../../domain/limits/rate-limit.ts';
import type { FlowConnection } from '../flow.ts';
import type { SipServer } from '../sip-server.ts';
import type { FlowSocketOptions, Standing } from './flow-socket-options.ts';
import { createOutgoingFrames } from './outgoing-frames.ts';
import { createReading } from './reading.ts';

export type FlowSocket = {
  /** Sends a ping; ends the connection instead if no message or pong has arrived since the last ping. */
  ping(): void;
  terminate(): void;
};

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

/** The text of one frame; undefined when its bytes are not valid UTF-8. */
function textOf(data: RawData): string | undefined {
  const bytes = bytesOf(data);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Runs one flow of `sip` over a WebSocket (RFC 7118), and limits the memory that its peer can occupy. */
export function openFlowSocket(sip: SipServer, options: FlowSocketOptions): FlowSocket {
  const { webSocket, socket, addresses, unreadPool, warn } = options;
  const from = addresses.remoteAddress;
  let standing: Standing = options.isServerAgent ? 'serverAgent' : 'unproven';
  let isEnding = false;
  let isSilent = false;
  let incomingBytes = 0;
  const reading = createReading(webSocket);
  const outgoing = createOutgoingFrames({
    webSocket,
    reading,
    unreadPool,
    standing: () => standing,
    cut,
  });

  function terminate(): void {
    isEnding = true;
    webSocket.terminate();
  }

  function close(code: number, reason: string): void {
    isEnding = true;
    webSocket.close(code, reason);
    // Stop reading: the rest of a flood costs processing time even when it is discarded.
    const isRefused = code === 1008 || code === 1009;
    if (isRefused) reading.hold('refused', true);
    setTimeout(terminate, isRefused ? CONNECTION_LIMITS.refusedMs : CONNECTION_LIMITS.closeMs).unref();
  }

  /** Logs why, and closes the connection: its peer has exceeded a limit. */
  function refuse(code: number, reason: string): void {
    if (isEnding) return;
    warn({ event: 'sip_connection_ended', from, reason });
    close(code, reason);
  }

  function cut(reason: string): void {
    if (isEnding) return;
    warn({ event: 'sip_connection_ended', from, reason });
    terminate();
  }

  const send = (text: string): void => outgoing.transmit((written) => webSocket.send(text, written));

  const isWithinIdleRate = createRateLimit(CONNECTION_LIMITS.idleFrames, options.elapsedMs);

  /** Counts a frame that is not a SIP message; false when there are too many. */
  function isIdleFrameAllowed(): boolean {
    if (isEnding) return false;
    if (standing === 'serverAgent' || isWithinIdleRate()) return true;
    refuse(1008, 'too many keep-alives');
    return false;
  }

  /** Counts bytes before `ws` reads them: `ws` buffers the parts of a message that is never completed. */
  function countIncoming(chunk: Buffer): void {
    incomingBytes += chunk.length + CONNECTION_LIMITS.chunkOverheadBytes;
    if (incomingBytes > CONNECTION_LIMITS.unprovenIncomingBytes) refuse(1009, 'too long before a login');
  }

  function proved(as: 'user' | 'serverAgent'): void {
    if (standing !== 'unproven') return;
    standing = as;
    stopWaiting();
    options.proved();
  }

  function stopWaiting(): void {
    clearTimeout(deadline);
    socket.off('data', countIncoming);
  }

  const connection: FlowConnection = {
    ...addresses,
    send,
    close,
    terminate,
    proved,
    setReading: (isReading) => reading.hold('waiting', !isReading),
  };
  const handler = sip.accept(connection);
  const deadline = setTimeout(() => refuse(1008, 'no login in time'), options.unprovenSeconds * 1000);
  deadline.unref();
  socket.prependListener('data', countIncoming);
  if (standing === 'serverAgent') stopWaiting();

  webSocket.on('message', (data) => {
    isSilent = false;
    incomingBytes = 0;
    const text = textOf(data);
    if (text !== undefined && text.trim() === '') {
      // Keep-alive (RFC 5626 §3.5.1).
      if (isIdleFrameAllowed() && text === '\r\n\r\n') send('\r\n');
    } else if (standing === 'unproven' && (text?.length ?? 0) > CONNECTION_LIMITS.unprovenMessageBytes)
      refuse(1009, 'too long before a login');
    else if (!isEnding) handler.receive(text ?? 'not UTF-8');
  });
  webSocket.on('ping', (data) => {
    if (isIdleFrameAllowed()) outgoing.transmit((written) => webSocket.pong(data, false, written));
  });
  webSocket.on('pong', () => {
    isSilent = false;
    isIdleFrameAllowed();
  });
  // `ws` itself closes with 1009 after a message that is too long, and with 1002 after an invalid frame.
  webSocket.on('error', (error) => warn({ event: 'sip_frame_refused', from, reason: error.message }));
  webSocket.on('close', () => {
    stopWaiting();
    outgoing.close();
    handler.closed();
  });

  return {
    terminate,
    ping() {
      // While the server has paused reading because messages wait, silence does not mean a dead peer.
      if (isSilent && !reading.isHeldFor('waiting')) terminate();
      else {
        isSilent = true;
        webSocket.ping();
      }
    },
  };
}
