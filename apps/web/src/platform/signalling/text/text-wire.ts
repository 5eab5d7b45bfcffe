import type { Clock, TextWireName } from '@samtal/call-core';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import type { MessageSender } from '../requests/message-sender.ts';
import type { DeliveryWatch } from './delivery-watch.ts';
import { watchDelivery } from './delivery-watch.ts';
import { listenToChannel } from './text-channel.ts';

/** Negotiated, yet not open after this: the other end never made it, or its network lets no SCTP through (T19). */
const OPEN_TIMEOUT_MS = 3_000;
/**
 * A channel that died is opened once more (RFC 8865 §5.4); when nothing has come on it after this it is given up. It also
 * closes just before the BYE of a normal ending arrives, which is no change of wire.
 */
const REOPEN_TIMEOUT_MS = 1_000;
/** When that is tried: the first time the other end may not have closed its side of the old one yet. */
const REOPEN_AFTER_MS = [50, 450];
/** Text of people is small; a channel that holds more than this has stopped moving. */
const MAX_BUFFERED_BYTES = 65_536;
/** The longest that the end of a call waits for text on its way. */
const LAST_TEXT_MS = 1_000;

export type TextWireEvents = {
  received(characters: string): void;
  delivered(chunkId: number): void;
  /** Nothing is known of any chunk that was not answered, but that those from `unsentFrom` on have never left. */
  failed(chunkId: number, unsentFrom?: number): void;
  /** `isTextSafe`: the wire that is left has never carried anything, so nothing can be missing. */
  changed(wire: TextWireName, isTextSafe: boolean, unsentFrom?: number): void;
};

export type TextWireOptions = {
  /** What offer and answer chose, and what takes over when a data channel fails. */
  readonly wire: TextWireName;
  readonly fallback: TextWireName;
  /** The channel that offer and answer named. */
  readonly channel: RTCDataChannel | undefined;
  /** Opens another one in band, at the end that does so; undefined when the connection is gone. */
  readonly reopen?: () => RTCDataChannel | undefined;
  readonly messages: MessageSender;
  /** The browser's figures about the connection. */
  readonly report: () => Promise<RTCStatsReport>;
  readonly clock: Clock;
  readonly events: TextWireEvents;
};

export type TextWire = {
  /** What carries text now. */
  readonly current: TextWireName;
  send(chunkId: number, characters: string): void;
  /** Characters that came by MESSAGE. */
  receive(characters: string): void;
  /** A channel that the other end has opened in band (RFC 8832). */
  take(channel: RTCDataChannel): void;
  /**
   * Calls `then` when all text is known to have arrived, after a second at the latest: the call may be ended now.
   */
  whenSent(then: () => void): void;
  stop(): void;
};

type Held = { readonly chunkId: number; readonly characters: string };

/** A data channel that text is written to. */
type Line = { readonly channel: RTCDataChannel; readonly watch: DeliveryWatch };

/** Real-time text of one call: T.140 on a data channel as long as that works, in-dialog MESSAGE otherwise (D10). */
export function createTextWire(options: TextWireOptions): TextWire {
  const { fallback, messages, report, clock, events } = options;
  let current = options.wire;
  let line: Line | undefined;
  /** Opened in band by the other end while the one that is written to seemed to live. */
  let next: RTCDataChannel | undefined;
  /** Whether anything may have come or gone on the wire that is left. */
  let hasCarried = false;
  let hasReopened = false;
  /** The last channel that was opened here in band. */
  let attempt: RTCDataChannel | undefined;
  let held: readonly Held[] = [];
  let unanswered = 0;
  /** Of the time until the wire changes, and of the attempts before that. */
  let forgetTimers: readonly (() => void)[] = [];
  let finish: (() => void) | undefined;
  const listeners: (() => void)[] = [];

  const isUnderWay = (): boolean => unanswered > 0 || held.length > 0 || line?.watch.isWaiting === true;

  /** All that is known must be told before the call ends. */
  function finishIfSent(): void {
    if (!isUnderWay()) finish?.();
  }

  /** What waits here has never left: the core sends it anew on the wire that comes. */
  function giveBack(): number | undefined {
    const first = held[0]?.chunkId;
    held = [];
    return first;
  }

  /** The channel that text was written to has failed. */
  function leaveLine(): void {
    const lost = line?.watch.giveUp();
    line = undefined;
    if (lost !== undefined) events.failed(lost, giveBack());
  }

  const canWrite = ({ channel }: Line): boolean =>
    channel.readyState === 'open' && channel.bufferedAmount <= MAX_BUFFERED_BYTES;

  function sendOnChannel(chunk: Held): void {
    if (line === undefined || held.length > 0 || !canWrite(line)) {
      held = [...held, chunk];
      return;
    }
    hasCarried = true;
    line.channel.send(chunk.characters);
    line.watch.handedOver(chunk.chunkId, chunk.characters);
  }

  function release(): void {
    const waiting = held;
    held = [];
    for (const chunk of waiting) sendOnChannel(chunk);
  }

  async function sendByMessage({ chunkId, characters }: Held): Promise<void> {
    unanswered++;
    const isTaken = await messages.send(characters);
    unanswered--;
    if (isTaken) events.delivered(chunkId);
    else events.failed(chunkId);
    finishIfSent();
  }

  function stopWaiting(): void {
    for (const forget of forgetTimers) forget();
    forgetTimers = [];
  }

  function change(wire: TextWireName): void {
    stopWaiting();
    current = wire;
    events.changed(wire, !hasCarried, giveBack());
  }

  function fallBack(): void {
    leaveLine();
    change(fallback);
  }

  function fallBackAfter(delayMs: number): void {
    stopWaiting();
    forgetTimers = [clock.setTimer(delayMs, fallBack)];
  }

  /** Text is written to `channel` from now on. */
  function write(channel: RTCDataChannel): void {
    const watch = watchDelivery(channel, report, clock, (chunkIds) => {
      for (const chunkId of chunkIds) events.delivered(chunkId);
      finishIfSent();
    });
    line = { channel, watch };
    channel.addEventListener('bufferedamountlow', release);
  }

  /** A channel that was opened in band carries text; @returns whether it is written to from now on. */
  function adopt(channel: RTCDataChannel): boolean {
    if (line !== undefined) {
      if (line.channel !== channel) next = channel;
      return false;
    }
    // It takes the place of the one that died, or of no wire; a MESSAGE wire that has carried text goes on.
    const isNeeded = current === 'dataChannel' || !hasCarried;
    if (channel.readyState !== 'open' || !isNeeded) return false;
    write(channel);
    change('dataChannel');
    hasCarried = true;
    return true;
  }

  function closed(channel: RTCDataChannel): void {
    if (line?.channel !== channel) return;
    leaveLine();
    finishIfSent();
    if (current !== 'dataChannel') return;
    fallBackAfter(REOPEN_TIMEOUT_MS);
    if ((next !== undefined && adopt(next)) || hasReopened) return;
    hasReopened = true;
    const attempts = REOPEN_AFTER_MS.map((delayMs) => clock.setTimer(delayMs, reopen));
    forgetTimers = [...forgetTimers, ...attempts];
  }

  function reopen(): void {
    if (line !== undefined || current !== 'dataChannel') return;
    attempt?.close();
    attempt = options.reopen?.();
    if (attempt !== undefined) listenInBand(attempt, () => {});
  }

  /** @param opened what the opening alone means: for the end that opened the channel itself, nothing */
  function listenInBand(channel: RTCDataChannel, opened: () => void): void {
    listeners.push(
      listenToChannel(channel, {
        opened,
        received(characters) {
          adopt(channel);
          if (characters !== '') events.received(characters);
        },
        closed: () => closed(channel),
      }),
    );
  }

  function listenNegotiated(channel: RTCDataChannel): void {
    if (current === 'dataChannel') write(channel);
    listeners.push(
      listenToChannel(channel, {
        opened() {
          if (line?.channel !== channel) return;
          hasCarried = true;
          stopWaiting();
          release();
        },
        received(characters) {
          if (characters !== '') events.received(characters);
        },
        closed: () => closed(channel),
      }),
    );
  }

  if (current === 'dataChannel') fallBackAfter(OPEN_TIMEOUT_MS);
  if (options.channel !== undefined) listenNegotiated(options.channel);

  return {
    get current() {
      return current;
    },
    send(chunkId, characters) {
      const chunk = { chunkId, characters };
      if (current === 'none') events.failed(chunkId);
      else if (current === 'dataChannel') sendOnChannel(chunk);
      else {
        hasCarried = true;
        void sendByMessage(chunk);
      }
    },
    receive(characters) {
      // The other end has changed wires already; a gap belongs before its words, not behind them.
      const hasMoved = line?.channel.readyState !== 'open' || characters.startsWith(MISSING_TEXT_MARK);
      if (current === 'dataChannel' && fallback === 'message' && hasMoved) fallBack();
      hasCarried = true;
      events.received(characters);
    },
    take: (channel) => listenInBand(channel, () => adopt(channel)),
    whenSent(then) {
      if (!isUnderWay()) {
        then();
        return;
      }
      const forget = clock.setTimer(LAST_TEXT_MS, () => finish?.());
      finish = () => {
        forget();
        finish = undefined;
        then();
      };
      line?.watch.hurry();
    },
    stop() {
      stopWaiting();
      finish = undefined;
      line?.watch.giveUp();
      line = undefined;
      for (const forget of listeners) forget();
      current = 'none';
      held = [];
    },
  };
}
