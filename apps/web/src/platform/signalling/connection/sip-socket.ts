import type { Clock, Log } from '@samtal/call-core';
import { dropForeignChallenges } from './challenges.ts';
import { keepSdpPart } from './sdp-part.ts';

/** RFC 7118 §5: the WebSocket subprotocol for SIP. */
const SUBPROTOCOL = 'sip';
/** RFC 5626 §4.4.1: a double CRLF is a ping, a single CRLF is its pong. */
const PING = '\r\n\r\n';
const PONG = '\r\n';
const CONNECT_TIMEOUT_MS = 8_000;
const PONG_TIMEOUT_MS = 10_000;
/** The same times, and the interval of pings, where a call waits for them. */
const URGENT = { connectMs: 4_000, pingMs: 5_000, pongMs: 4_000 } as const;

type OpenWebSocket = (url: string, subprotocol: string) => WebSocket;

export type SipSocketOptions = {
  /** `ws:` or `wss:` address of the SIP server. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** When a flow has been silent for this long, a ping is sent (REG-11). */
  readonly keepAliveSeconds: number;
  /** Whether a call depends on the connection, so that its loss must be noticed soon (decision D80). */
  readonly isUrgent: () => boolean;
  /** Called at most once, when the flow fails, not after a local `disconnect()`. JsSIP is not informed. */
  readonly onLost: (code: string) => void;
  readonly openWebSocket: OpenWebSocket;
  /** Called with each message that is sent. */
  readonly onSent: (message: string) => void;
};

export type SocketListener = {
  readonly onOpen: () => void;
  readonly onMessage: (message: string) => void;
};

export type SipSocket = {
  /** In the Via header field (RFC 7118 §5.2). */
  readonly viaTransport: 'WS' | 'WSS';
  connect(listener: SocketListener): void;
  /** Closes; nothing follows. */
  disconnect(): void;
  /** @returns false when the WebSocket is not open */
  send(message: string): boolean;
};

/**
 * A socket for one attempt and one flow: `connect` opens the WebSocket the first time and does nothing
 * afterwards, because the calling core decides when to try again, not JsSIP's recovery timer.
 * A flow that leaves a ping unanswered for 10 s is dead (RFC 5626 §4.4.1), whatever the state of the
 * WebSocket.
 */
export const createSipSocket = (options: SipSocketOptions): SipSocket => {
  const { url, clock, log, keepAliveSeconds, isUrgent, onLost, openWebSocket, onSent } = options;
  const { protocol } = new URL(url);
  const decoder = new TextDecoder();
  let webSocket: WebSocket | undefined;
  let isUsed = false;
  const listening = new AbortController();
  let forgetTimer: (() => void) | undefined;

  const release = (): void => {
    forgetTimer?.();
    listening.abort();
    webSocket?.close();
    webSocket = undefined;
  };

  const lose = (code: string): void => {
    release();
    onLost(code);
  };

  const schedulePing = (): void => {
    forgetTimer?.();
    const pingMs = keepAliveSeconds * 1000;
    forgetTimer = clock.setTimer(isUrgent() ? Math.min(URGENT.pingMs, pingMs) : pingMs, () => {
      webSocket?.send(PING);
      const pongMs = isUrgent() ? URGENT.pongMs : PONG_TIMEOUT_MS;
      forgetTimer = clock.setTimer(pongMs, () => lose('noPong'));
    });
  };

  const pass = (message: string, { onMessage }: SocketListener): void => {
    try {
      onMessage(keepSdpPart(dropForeignChallenges(message)));
    } catch (error) {
      // JsSIP throws on some malformed messages, e.g. NOTIFY without Event.
      log.warn('sip_message_rejected', { error: error instanceof Error ? error.name : undefined });
    }
  };

  const receive = (data: string | ArrayBuffer, listener: SocketListener): void => {
    const message = typeof data === 'string' ? data : decoder.decode(data);
    // All received data, not only a pong, proves that the flow is alive.
    schedulePing();
    if (message === PONG) return;
    if (message === PING) webSocket?.send(PONG);
    else pass(message, listener);
  };

  const open = (listener: SocketListener): void => {
    isUsed = true;
    try {
      webSocket = openWebSocket(url, SUBPROTOCOL);
    } catch {
      // The address is malformed or forbidden (mixed content). This is reported later, because JsSIP is still
      // inside start().
      forgetTimer = clock.setTimer(0, () => lose('addressRefused'));
      return;
    }
    webSocket.binaryType = 'arraybuffer';
    forgetTimer = clock.setTimer(isUrgent() ? URGENT.connectMs : CONNECT_TIMEOUT_MS, () =>
      lose('connectTimeout'),
    );
    const { signal } = listening;
    webSocket.addEventListener(
      'open',
      () => {
        schedulePing();
        listener.onOpen();
      },
      { signal },
    );
    webSocket.addEventListener(
      'message',
      ({ data }: MessageEvent<string | ArrayBuffer>) => receive(data, listener),
      { signal },
    );
    webSocket.addEventListener('close', ({ code }) => lose(`closed${code}`), { signal });
  };

  return {
    viaTransport: protocol === 'wss:' ? 'WSS' : 'WS',
    connect(listener) {
      if (!isUsed) open(listener);
    },
    disconnect: release,
    send(message) {
      if (webSocket?.readyState !== WebSocket.OPEN) return false;
      webSocket.send(message);
      onSent(message);
      return true;
    },
  };
};
