import type { Clock, TextWireName } from '@samtal/call-core';
import { MISSING_TEXT_MARK, T140_SUBPROTOCOL } from '@samtal/realtime-text';
import type { MessageSender } from './message-sender.ts';

/** Negotiated, yet not open after this: the other end never made it, or its network lets no SCTP through (T19). */
const OPEN_TIMEOUT_MS = 3_000;
/** A channel also closes just before the BYE of a normal ending arrives, which is no change of wire. */
const CLOSE_GRACE_MS = 1_000;
/** Text of people is small; a channel that holds more than this has stopped moving. */
const MAX_BUFFERED_BYTES = 65_536;

/** Letters on a channel need this to get away: what is under way when a connection is closed is lost. */
const LEAVING_MS = 150;
/** The longest that the end of a call waits for the answers to its last MESSAGEs. */
const LAST_ANSWERS_MS = 500;

/** The most that is taken at once; people type, and known clients stay far below this. */
export const MAX_RECEIVED_CHARACTERS = 8_192;

export type TextWireEvents = {
  received(characters: string): void;
  delivered(chunkId: number): void;
  failed(chunkId: number): void;
  /** `isTextSafe`: the wire that is left has never carried anything, so nothing can be missing. */
  changed(wire: TextWireName, isTextSafe: boolean): void;
};

export type TextWire = {
  /** What offer and answer chose, and what takes over when a data channel fails. */
  start(wire: TextWireName, fallback: TextWireName): void;
  /** What carries text now. */
  readonly current: TextWireName;
  send(chunkId: number, characters: string): void;
  /** Characters that came by MESSAGE. */
  receive(characters: string): void;
  /** Calls `then` when the last letters have left, at once if none are on their way: the call may be ended now. */
  whenSent(then: () => void): void;
  stop(): void;
};

/** Both ends make the channel under the number in `dcmap`, so nothing has to be announced in band (RFC 8865 §4). */
export function createTextChannel(connection: RTCPeerConnection, streamId: number): RTCDataChannel {
  const channel = connection.createDataChannel(T140_SUBPROTOCOL, {
    negotiated: true,
    id: streamId,
    protocol: T140_SUBPROTOCOL,
    ordered: true,
  });
  channel.binaryType = 'arraybuffer';
  return channel;
}

/** Real-time text of one call: T.140 on a data channel as long as that works, in-dialog MESSAGE otherwise (D10). */
export function createTextWire(
  channel: RTCDataChannel | undefined,
  messages: MessageSender,
  clock: Clock,
  events: TextWireEvents,
): TextWire {
  // A byte order mark is a character of T.140 (§8.1) and not the decoder's to swallow.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const listening = new AbortController();
  let current: TextWireName = 'none';
  let fallback: TextWireName = 'none';
  let held: { readonly chunkId: number; readonly characters: string }[] = [];
  let forgetTimer: (() => void) | undefined;
  let hasBeenOpen = channel?.readyState === 'open';
  let isClosed = false;
  let lastOnChannelAt = Number.NEGATIVE_INFINITY;
  const unanswered = new Set<Promise<boolean>>();

  function sendOnChannel(chunkId: number, characters: string): void {
    if (channel === undefined || channel.bufferedAmount > MAX_BUFFERED_BYTES) {
      events.failed(chunkId);
      return;
    }
    channel.send(characters);
    lastOnChannelAt = clock.now();
    events.delivered(chunkId);
  }

  async function sendByMessage(chunkId: number, characters: string): Promise<void> {
    const answer = messages.send(characters);
    unanswered.add(answer);
    const isTaken = await answer;
    unanswered.delete(answer);
    if (isTaken) events.delivered(chunkId);
    else events.failed(chunkId);
  }

  function send(chunkId: number, characters: string): void {
    if (current === 'none') events.failed(chunkId);
    else if (current === 'message') void sendByMessage(chunkId, characters);
    else if (channel?.readyState === 'open') sendOnChannel(chunkId, characters);
    else held.push({ chunkId, characters });
  }

  function release(): void {
    const waiting = held;
    held = [];
    for (const { chunkId, characters } of waiting) send(chunkId, characters);
  }

  function fallBack(): void {
    forgetTimer?.();
    current = fallback;
    events.changed(current, !hasBeenOpen);
    release();
  }

  function fallBackAfter(delayMs: number): void {
    forgetTimer?.();
    forgetTimer = clock.setTimer(delayMs, fallBack);
  }

  const { signal } = listening;
  channel?.addEventListener(
    'open',
    () => {
      hasBeenOpen = true;
      forgetTimer?.();
      release();
    },
    { signal },
  );
  channel?.addEventListener(
    'close',
    () => {
      isClosed = true;
      if (current === 'dataChannel') fallBackAfter(CLOSE_GRACE_MS);
    },
    { signal },
  );
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const characters = typeof data === 'string' ? data : decoder.decode(data);
      // What is too long is not read; the reader sees that something was there.
      events.received(characters.length <= MAX_RECEIVED_CHARACTERS ? characters : MISSING_TEXT_MARK);
    },
    { signal },
  );

  return {
    start(wire, other) {
      current = wire;
      fallback = other;
      if (wire === 'dataChannel' && channel?.readyState !== 'open') fallBackAfter(OPEN_TIMEOUT_MS);
    },
    get current() {
      return current;
    },
    send,
    receive(characters) {
      // The other end has changed wires already; a gap belongs before its words, not behind them.
      if (isClosed && current === 'dataChannel') fallBack();
      events.received(characters);
    },
    whenSent(then) {
      const leavingMs = lastOnChannelAt + LEAVING_MS - clock.now();
      if (leavingMs > 0) {
        clock.setTimer(leavingMs, then);
        return;
      }
      if (unanswered.size === 0) {
        then();
        return;
      }
      const isLate = new Promise<void>((resolve) => void clock.setTimer(LAST_ANSWERS_MS, resolve));
      void Promise.race([Promise.all(unanswered), isLate]).then(then);
    },
    stop() {
      forgetTimer?.();
      listening.abort();
      current = 'none';
      held = [];
    },
  };
}
