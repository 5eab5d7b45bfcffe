import type { Clock, TextTransportName } from '@samtal/call-core';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import type { TextWatch } from '../../../client/ports/text-watch.ts';
import type { MessageSender } from '../requests/message-sender.ts';
import { createChannelWriter, type TextChunk } from './channel-writer.ts';
import { createInBandChannels } from './in-band-channels.ts';
import { listenToChannel } from './text-channel.ts';

/**
 * The time for a negotiated channel to open: the peer may not have created it, or its network may block SCTP
 * (T19).
 */
const OPEN_TIMEOUT_MS = 3_000;
/**
 * The time in which a new channel must replace a failed one (RFC 8865 §5.4); otherwise MESSAGE takes over,
 * within 2 s (D10). At the normal end of a call the channel closes so shortly before the BYE arrives that
 * this time does not run out.
 */
const REOPEN_TIMEOUT_MS = 1_500;
/**
 * The delays of the two attempts to open a new channel: at the first the peer may not have closed its side of
 * the old channel yet.
 */
const REOPEN_AFTER_MS = [50, 450];
/** How long the end of a call waits for text on its way. */
const LAST_TEXT_MS = 1_000;

export type TextTransportEvents = {
  received(characters: string): void;
  delivered(chunkId: number): void;
  /**
   * The unconfirmed chunks, up to `chunkId`, may or may not have arrived; those from `unsentFrom` on were
   * never sent.
   */
  failed(chunkId: number, unsentFrom?: number): void;
  /**
   * Another text transport is used from now on. `isTextSafe`: the previous one has never carried anything, so
   * no text can be missing. Chunks from `unsentFrom` on were never sent.
   */
  changed(transport: TextTransportName, isTextSafe: boolean, unsentFrom?: number): void;
};

export type TextTransportOptions = {
  /** The text transport that offer and answer chose; `fallback` replaces a failed data channel. */
  readonly transport: TextTransportName;
  readonly fallback: TextTransportName;
  /** The channel that offer and answer name. */
  readonly channel: RTCDataChannel | undefined;
  /** Opens a new channel in band, on the side that may do so; undefined when the connection is closed. */
  readonly reopen?: () => RTCDataChannel | undefined;
  readonly messages: MessageSender;
  /** The browser's statistics of the connection. */
  readonly report: () => Promise<RTCStatsReport>;
  readonly clock: Clock;
  readonly events: TextTransportEvents;
  /**
   * Both ends count the text (decision D82): what is sent on the channel is confirmed by the peer itself, and is not
   * reported as delivered or failed here.
   */
  readonly isExact?: boolean;
  /** Is told of each message with text (decision D91). MESSAGE that is sent is reported by `messages`. */
  readonly watch?: TextWatch | undefined;
};

export type TextTransport = {
  /** The current text transport. */
  readonly current: TextTransportName;
  send(chunkId: number, characters: string): void;
  /** Takes characters received by MESSAGE. */
  receive(characters: string): void;
  /** Takes a channel that the peer has opened in band (RFC 8832). */
  take(channel: RTCDataChannel): void;
  /**
   * Calls `then`, which may end the call, when all text is known to have arrived, but after a second at the
   * latest.
   */
  whenSent(then: () => void): void;
  /**
   * The first chunk that has surely not been sent; undefined if there is none.
   * @param isPeerAway the server has not forwarded the MESSAGE that waits for its answer
   */
  firstUnsent(isPeerAway: boolean): number | undefined;
  /**
   * The connection is closing: from now on nothing is sent or confirmed, but text that has arrived is still
   * read.
   */
  stopSending(): void;
  stop(): void;
};

/**
 * Real-time text of one call: T.140 on a data channel as long as that works, otherwise in-dialog MESSAGE
 * (D10).
 */
export function createTextTransport(options: TextTransportOptions): TextTransport {
  const { fallback, messages, clock, events, isExact = false, watch: onWire } = options;
  let current = options.transport;
  /** Whether the current text transport may have carried text in either direction. */
  let hasCarried = false;
  let hasReopened = false;
  let isClosing = false;
  /** The chunks that were sent by MESSAGE and have no answer. */
  let unanswered: readonly number[] = [];
  /** Functions that cancel the timers of the fallback and of the attempts to open a new channel before it. */
  let forgetTimers: readonly (() => void)[] = [];
  let finish: (() => void) | undefined;
  let stopListening: (() => void) | undefined;

  const writer = createChannelWriter(
    options,
    () => {
      hasCarried = true;
    },
    finishIfSent,
  );
  const inBand = createInBandChannels({
    report: options.report,
    clock,
    reopen: options.reopen,
    watch: onWire,
    inUse: () => writer.channel,
    // A new channel replaces a failed one, or a text transport that is still unused; MESSAGE that has carried
    // text stays.
    isNeeded: () => !isClosing && (current === 'dataChannel' || !hasCarried),
    write(channel) {
      writer.use(channel);
      change('dataChannel');
      hasCarried = true;
    },
    received: pass,
    closed,
  });

  const isUnderWay = (): boolean => unanswered.length > 0 || writer.isUnderWay;

  /** Lets the call end if no text is on its way. Must be called after all known results are reported. */
  function finishIfSent(): void {
    if (!isUnderWay()) finish?.();
  }

  function pass(characters: string): void {
    if (characters !== '') events.received(characters);
  }

  async function sendByMessage({ chunkId, characters }: TextChunk): Promise<void> {
    unanswered = [...unanswered, chunkId];
    const isTaken = await messages.send(characters);
    unanswered = unanswered.filter((each) => each !== chunkId);
    if (isTaken) events.delivered(chunkId);
    else events.failed(chunkId);
    finishIfSent();
  }

  function stopWaiting(): void {
    for (const forget of forgetTimers) forget();
    forgetTimers = [];
  }

  function change(transport: TextTransportName): void {
    stopWaiting();
    current = transport;
    events.changed(transport, !hasCarried, writer.giveBack());
  }

  function fallBack(): void {
    writer.leave();
    change(fallback);
  }

  function fallBackAfter(delayMs: number): void {
    stopWaiting();
    forgetTimers = [clock.setTimer(delayMs, fallBack)];
  }

  function closed(channel: RTCDataChannel): void {
    if (writer.channel !== channel) return;
    writer.leave();
    finishIfSent();
    if (current !== 'dataChannel') return;
    fallBackAfter(REOPEN_TIMEOUT_MS);
    if (inBand.useSpare() || hasReopened) return;
    hasReopened = true;
    forgetTimers = [...forgetTimers, ...REOPEN_AFTER_MS.map((delayMs) => clock.setTimer(delayMs, reopen))];
  }

  function reopen(): void {
    if (writer.channel === undefined && current === 'dataChannel') inBand.open();
  }

  function listenNegotiated(channel: RTCDataChannel): void {
    if (current === 'dataChannel') writer.use(channel);
    const channelEvents = {
      opened() {
        if (writer.channel !== channel) return;
        hasCarried = true;
        stopWaiting();
        writer.release();
      },
      received: pass,
      closed: () => closed(channel),
    };
    stopListening = listenToChannel(channel, channelEvents, onWire);
  }

  function stopSending(): void {
    isClosing = true;
    stopWaiting();
    finish = undefined;
    writer.stop();
    current = 'none';
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
      else if (current === 'dataChannel') writer.send(chunk);
      else {
        hasCarried = true;
        void sendByMessage(chunk);
      }
    },
    receive(characters) {
      onWire?.received('message', characters);
      // If the peer has changed its text transport, this side changes too before it reads the text: the mark
      // for missing text belongs before that text, not after it.
      const hasMoved =
        isExact || writer.channel?.readyState !== 'open' || characters.startsWith(MISSING_TEXT_MARK);
      if (current === 'dataChannel' && fallback === 'message' && hasMoved) fallBack();
      hasCarried = true;
      events.received(characters);
    },
    take: inBand.take,
    whenSent(then) {
      writer.hurry();
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
    },
    firstUnsent: (isPeerAway) => (isPeerAway ? unanswered[0] : undefined) ?? writer.firstHeld,
    stopSending,
    stop() {
      stopSending();
      stopListening?.();
      inBand.stop();
    },
  };
}
