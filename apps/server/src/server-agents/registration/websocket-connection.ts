import { TextDecoder } from 'node:util';
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { TextSocket, TextSocketHandlers } from '../ports.ts';

/**
 * Opens a SIP connection over WebSocket (RFC 7118 §4). Invalid UTF-8 becomes U+FFFD, which SIP allows.
 * @param authorization identifies the agent to the SIP server of this process; never given to other servers
 */
export function connectWebSocket(
  uri: string,
  handlers: TextSocketHandlers,
  authorization?: string,
): TextSocket {
  const socket = new WebSocket(uri, 'sip', {
    maxPayload: AGENT_LIMITS.messageBytes,
    perMessageDeflate: false,
    handshakeTimeout: AGENT_LIMITS.connectMs,
    ...(authorization !== undefined && { headers: { Authorization: authorization } }),
  });
  let reason: string | undefined;
  socket.on('open', () => handlers.opened());
  socket.on('message', (data) => handlers.received(textOf(data)));
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => handlers.closed(reason ?? `code ${code}`));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.close();
      setTimeout(() => socket.terminate(), AGENT_LIMITS.closeMs).unref();
    },
  };
}

function textOf(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
