import type { WebSocket } from 'ws';
import type { SipServer } from '../sip-server.ts';

/** Connects a scripted phone to a server over an open WebSocket. */
export function overWebSocket(webSocket: WebSocket): Pick<SipServer, 'accept'> {
  return {
    accept(connection) {
      webSocket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('SIP/2.0 ') || text.includes(' SIP/2.0\r\n')) connection.send(text);
      });
      webSocket.on('close', (code, reason) => connection.close(code, reason.toString()));
      return {
        receive: (text) => webSocket.send(text),
        closed: () => webSocket.terminate(),
      };
    },
  };
}
