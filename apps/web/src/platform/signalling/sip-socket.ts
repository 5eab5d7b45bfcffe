import type { Clock, Log } from '@samtal/call-core';
import { dropForeignChallenges } from './challenges.ts';
import { keepSdpPart } from './sdp-part.ts';

/** RFC 7118 §5: the WebSocket subprotocol for SIP. */
const SUBPROTOCOL = 'sip';
/** RFC 5626 §4.4.1: a double CRLF asks, a single one answers. */
const PING = '\r\n\r\n';
const PONG = '\r\n';
const CONNECT_TIMEOUT_MS = 8_000;
const PONG_TIMEOUT_MS = 10_000;

type OpenWebSocket = (url: string, subprotocol: string) => WebSocket;

export type SipSocketOptions = {
  /** `ws:` or `wss:` address of the SIP server. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A flow that has been silent this long is asked whether it lives (REG-11). */
  readonly keepAliveSeconds: number;
  /** Called at most once, when the flow fails by itself: never for a `disconnect()` of our own. JsSIP is not told. */
  readonly onLost: (code: string) => void;
  readonly openWebSocket: OpenWebSocket;
  /** Called with each message that leaves. */
  readonly onSent: (message: string) => void;
};

/** What JsSIP asks of a socket (JsSIP `Socket.js`); the three callbacks are assigned by its transport. */
export type SipSocket = {
  readonly url: string;
  readonly via_transport: string;
  readonly sip_uri: string;
  connect(): void;
  disconnect(): void;
  send(message: string): boolean;
  isConnected(): boolean;
  isConnecting(): boolean;
  onconnect: () => void;
  ondisconnect: (isError: boolean, code?: number, reason?: string) => void;
  ondata: (data: string) => void;
};

/**
 * One attempt, one flow: `connect` opens the WebSocket the first time and does nothing afterwards, because when
 * to try again is decided by the calling core and not by JsSIP's recovery timer.
 * A flow that leaves a ping unanswered for 10 s is dead (RFC 5626 §4.4.1), whatever the WebSocket believes.
 */
export const createSipSocket = (options: SipSocketOptions): SipSocket => {
  const { url, clock, log, keepAliveSeconds, onLost, openWebSocket, onSent } = options;
  const { protocol, host } = new URL(url);
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
    forgetTimer = clock.setTimer(keepAliveSeconds * 1000, () => {
      webSocket?.send(PING);
      forgetTimer = clock.setTimer(PONG_TIMEOUT_MS, () => lose('noPong'));
    });
  };

  const pass = (message: string): void => {
    try {
      socket.ondata(keepSdpPart(dropForeignChallenges(message)));
    } catch (error) {
      // JsSIP throws at some messages that are not well formed, e.g. NOTIFY without Event.
      log.warn('a message cannot be taken', { error: error instanceof Error ? error.name : undefined });
    }
  };

  const receive = (data: string | ArrayBuffer): void => {
    const message = typeof data === 'string' ? data : decoder.decode(data);
    // Anything that arrives proves the flow alive, not only the pong.
    schedulePing();
    if (message === PONG) return;
    if (message === PING) webSocket?.send(PONG);
    else pass(message);
  };

  const open = (): void => {
    isUsed = true;
    try {
      webSocket = openWebSocket(url, SUBPROTOCOL);
    } catch {
      // A malformed or forbidden address (mixed content); told later, because JsSIP is still inside start().
      forgetTimer = clock.setTimer(0, () => lose('addressRefused'));
      return;
    }
    webSocket.binaryType = 'arraybuffer';
    forgetTimer = clock.setTimer(CONNECT_TIMEOUT_MS, () => lose('connectTimeout'));
    const { signal } = listening;
    webSocket.addEventListener(
      'open',
      () => {
        schedulePing();
        socket.onconnect();
      },
      { signal },
    );
    webSocket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => receive(data), {
      signal,
    });
    webSocket.addEventListener('close', ({ code }) => lose(`closed${code}`), { signal });
  };

  const socket: SipSocket = {
    url,
    via_transport: protocol === 'wss:' ? 'WSS' : 'WS',
    sip_uri: `sip:${host};transport=ws`,
    connect: () => {
      if (!isUsed) open();
    },
    disconnect: release,
    send: (message) => {
      if (!socket.isConnected()) return false;
      webSocket?.send(message);
      onSent(message);
      return true;
    },
    isConnected: () => webSocket?.readyState === WebSocket.OPEN,
    isConnecting: () => webSocket?.readyState === WebSocket.CONNECTING,
    onconnect: () => {},
    ondisconnect: () => {},
    ondata: () => {},
  };
  return socket;
};
