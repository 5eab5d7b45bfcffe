import type { Clock, TextTransportName } from '@samtal/call-core';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import type { SentOutcome, TextWatch } from '../../../client/ports/text-watch.ts';
import type { MessageSender } from '../requests/message-sender.ts';
import type { DeliveryEvents, DeliveryWatch } from './delivery-watch.ts';
import { unwatched, watchDelivery } from './delivery-watch.ts';
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
/** Typed text is small; a channel that buffers more than this has stalled. */
const MAX_BUFFERED_BYTES = 65_536;
/** A peer that opens more channels in band than this is hostile or broken; they are closed. */
const MOST_TAKEN = 8;
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

type Held = { readonly chunkId: number; readonly characters: string };

/** The data channel on which text is sent. */
type ChannelInUse = { readonly channel: RTCDataChannel; readonly watch: DeliveryWatch };

/**
 * Real-time text of one call: T.140 on a data channel as long as that works, otherwise in-dialog MESSAGE
 * (D10).
 */
export function createTextTransport(options: TextTransportOptions): TextTransport {
  const { fallback, messages, report, clock, events, isExact = false, watch: onWire } = options;
  let current = options.transport;
  let inUse: ChannelInUse | undefined;
  /** Channels that the peer opened in band while the channel in use still seemed to work, oldest first. */
  let spare: readonly RTCDataChannel[] = [];
  /** Whether the current text transport may have carried text in either direction. */
  let hasCarried = false;
  let hasReopened = false;
  /** Number of channels that the peer opened in band. */
  let taken = 0;
  let isClosing = false;
  /** The channels that this client opened in band since the failure; a slow peer may still answer on the first. */
  let attempts: readonly RTCDataChannel[] = [];
  let held: readonly Held[] = [];
  /** The chunks that were sent by MESSAGE and have no answer. */
  let unanswered: readonly number[] = [];
  /** Functions that cancel the timers of the fallback and of the attempts to open a new channel before it. */
  let forgetTimers: readonly (() => void)[] = [];
  let finish: (() => void) | undefined;
  /** For each chunk on the channel whose delivery is unknown: tells `onWire` what became of it. */
  const reports = new Map<number, (outcome: SentOutcome) => void>();
  const listeners: (() => void)[] = [];

  const isUnderWay = (): boolean =>
    unanswered.length > 0 || held.length > 0 || inUse?.watch.isWaiting === true;

  /** Lets the call end if no text is on its way. Must be called after all known results are reported. */
  function finishIfSent(): void {
    if (!isUnderWay()) finish?.();
  }

  /** Drops the held chunks, which the core sends again on the next text transport; @returns the first id. */
  function giveBack(): number | undefined {
    const first = held[0]?.chunkId;
    held = [];
    return first;
  }

  /** Stops using the channel because it has failed, and reports its unconfirmed text. */
  function leaveChannel(): void {
    const lost = inUse?.watch.giveUp();
    inUse = undefined;
    loseReports();
    if (lost !== undefined) events.failed(lost, giveBack());
  }

  /** Reports the rest of the chunks, about which nothing more will be known. */
  function loseReports(): void {
    for (const report of reports.values()) report('lost');
    reports.clear();
  }

  const canWrite = ({ channel }: ChannelInUse): boolean =>
    channel.readyState === 'open' && channel.bufferedAmount <= MAX_BUFFERED_BYTES;

  function sendOnChannel(chunk: Held): void {
    if (inUse === undefined || held.length > 0 || !canWrite(inUse)) {
      held = [...held, chunk];
      return;
    }
    hasCarried = true;
    inUse.channel.send(chunk.characters);
    const report = onWire?.sent('dataChannel', chunk.characters);
    if (report !== undefined && !isExact) reports.set(chunk.chunkId, report);
    inUse.watch.handedOver(chunk.chunkId, chunk.characters);
  }

  function release(): void {
    const waiting = held;
    held = [];
    for (const chunk of waiting) sendOnChannel(chunk);
  }

  async function sendByMessage({ chunkId, characters }: Held): Promise<void> {
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
    events.changed(transport, !hasCarried, giveBack());
  }

  function fallBack(): void {
    leaveChannel();
    change(fallback);
  }

  function fallBackAfter(delayMs: number): void {
    stopWaiting();
    forgetTimers = [clock.setTimer(delayMs, fallBack)];
  }

  /** Sends text on `channel` from now on. */
  function write(channel: RTCDataChannel): void {
    const deliveryEvents: DeliveryEvents = {
      delivered(chunkIds) {
        for (const chunkId of chunkIds) {
          reports.get(chunkId)?.('taken');
          reports.delete(chunkId);
          events.delivered(chunkId);
        }
        finishIfSent();
      },
      asked: (characters) => onWire?.sent('dataChannel', characters),
    };
    const watch = isExact ? unwatched : watchDelivery(channel, report, clock, deliveryEvents);
    inUse = { channel, watch };
    channel.addEventListener('bufferedamountlow', release);
  }

  /**
   * Starts to use a channel that was opened in band, if it is needed.
   * @returns whether text is sent on it from now on
   */
  function adopt(channel: RTCDataChannel): boolean {
    if (inUse !== undefined) {
      if (inUse.channel !== channel && !spare.includes(channel)) spare = [...spare, channel];
      return false;
    }
    // A new channel replaces a failed one, or a text transport that is still unused; MESSAGE that has carried
    // text stays.
    const isNeeded = current === 'dataChannel' || !hasCarried;
    if (isClosing || channel.readyState !== 'open' || !isNeeded) return false;
    for (const other of attempts) if (other !== channel) other.close();
    attempts = [];
    write(channel);
    change('dataChannel');
    hasCarried = true;
    return true;
  }

  function closed(channel: RTCDataChannel): void {
    if (inUse?.channel !== channel) return;
    leaveChannel();
    finishIfSent();
    if (current !== 'dataChannel') return;
    fallBackAfter(REOPEN_TIMEOUT_MS);
    const [first] = spare.filter(({ readyState }) => readyState === 'open');
    spare = [];
    if ((first !== undefined && adopt(first)) || hasReopened) return;
    hasReopened = true;
    forgetTimers = [...forgetTimers, ...REOPEN_AFTER_MS.map((delayMs) => clock.setTimer(delayMs, reopen))];
  }

  function reopen(): void {
    if (inUse !== undefined || current !== 'dataChannel') return;
    const attempt = options.reopen?.();
    if (attempt === undefined) return;
    attempts = [...attempts, attempt];
    listenInBand(attempt, () => {});
  }

  /**
   * Listens to a channel that was opened in band, and uses it as soon as it receives data.
   * @param opened called when the channel opens before any data is received; on the side that opened the
   * channel it does nothing
   */
  function listenInBand(channel: RTCDataChannel, opened: () => void): void {
    // A busy page may read the first data of a channel before it sees that the channel is open.
    let hasReceived = false;
    listeners.push(
      listenToChannel(
        channel,
        {
          opened() {
            if (hasReceived) adopt(channel);
            else opened();
          },
          received(characters) {
            hasReceived = true;
            adopt(channel);
            if (characters !== '') events.received(characters);
          },
          closed: () => closed(channel),
        },
        onWire,
      ),
    );
  }

  function listenNegotiated(channel: RTCDataChannel): void {
    if (current === 'dataChannel') write(channel);
    listeners.push(
      listenToChannel(
        channel,
        {
          opened() {
            if (inUse?.channel !== channel) return;
            hasCarried = true;
            stopWaiting();
            release();
          },
          received(characters) {
            if (characters !== '') events.received(characters);
          },
          closed: () => closed(channel),
        },
        onWire,
      ),
    );
  }

  function stopSending(): void {
    isClosing = true;
    stopWaiting();
    finish = undefined;
    inUse?.watch.hurry();
    inUse?.watch.giveUp();
    inUse = undefined;
    loseReports();
    current = 'none';
    held = [];
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
      onWire?.received('message', characters);
      // If the peer has changed its text transport, this side changes too before it reads the text: the mark
      // for missing text belongs before that text, not after it.
      const hasMoved =
        isExact || inUse?.channel.readyState !== 'open' || characters.startsWith(MISSING_TEXT_MARK);
      if (current === 'dataChannel' && fallback === 'message' && hasMoved) fallBack();
      hasCarried = true;
      events.received(characters);
    },
    take(channel) {
      taken++;
      if (taken > MOST_TAKEN) channel.close();
      else listenInBand(channel, () => adopt(channel));
    },
    whenSent(then) {
      inUse?.watch.hurry();
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
    firstUnsent: (isPeerAway) => (isPeerAway ? unanswered[0] : undefined) ?? held[0]?.chunkId,
    stopSending,
    stop() {
      stopSending();
      for (const forget of listeners) forget();
    },
  };
}
