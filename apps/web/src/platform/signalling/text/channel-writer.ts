import type { Clock } from '@samtal/call-core';
import type { SentOutcome, TextWatch } from '../../../client/ports/text-watch.ts';
import { type DeliveryWatch, unwatched, watchDelivery } from './delivery-watch.ts';

/** Typed text is small; a channel that buffers more than this has stalled. */
const MAX_BUFFERED_BYTES = 65_536;

export type TextChunk = { readonly chunkId: number; readonly characters: string };

export type ChannelWriterOptions = {
  /** The browser's statistics of the connection. */
  readonly report: () => Promise<RTCStatsReport>;
  readonly clock: Clock;
  /** The peer itself confirms the text (decision D82): nothing is reported as delivered or failed here. */
  readonly isExact?: boolean;
  /** Is told of each message (decision D91). */
  readonly watch?: TextWatch | undefined;
  readonly events: {
    delivered(chunkId: number): void;
    /** The unconfirmed chunks, up to `chunkId`, may or may not have arrived; those from `unsentFrom` on were never sent. */
    failed(chunkId: number, unsentFrom?: number): void;
  };
};

/** Sends text on the data channel in use, and follows what becomes of it. */
export type ChannelWriter = {
  /** The channel in use; undefined if there is none. */
  readonly channel: RTCDataChannel | undefined;
  /** Text waits to be sent, or was sent and is not known to have arrived. */
  readonly isUnderWay: boolean;
  /** The first chunk that waits to be sent; undefined if there is none. */
  readonly firstHeld: number | undefined;
  /** Sends on `channel` from now on. */
  use(channel: RTCDataChannel): void;
  /** Sends a chunk, or holds it until the channel takes it. */
  send(chunk: TextChunk): void;
  /** Sends what is held. */
  readonly release: () => void;
  /** Drops what is held, which the core sends again on the next text transport; @returns the first chunk of it. */
  giveBack(): number | undefined;
  /** Asks the peer immediately about what was sent. */
  hurry(): void;
  /** Stops using the channel because it has failed, and reports its unconfirmed text. */
  leave(): void;
  /** Sends and reports nothing any more. */
  stop(): void;
};

/**
 * @param onSent called when text is handed over to a channel
 * @param onSettled called when results have been reported
 */
export function createChannelWriter(
  { report, clock, isExact = false, watch: onWire, events }: ChannelWriterOptions,
  onSent: () => void,
  onSettled: () => void,
): ChannelWriter {
  let inUse: { readonly channel: RTCDataChannel; readonly watch: DeliveryWatch } | undefined;
  let held: readonly TextChunk[] = [];
  /** For each chunk whose delivery is unknown: tells `onWire` what became of it. */
  const reports = new Map<number, (outcome: SentOutcome) => void>();

  /** Reports the rest of the chunks, about which nothing more will be known. */
  function loseReports(): void {
    for (const tell of reports.values()) tell('lost');
    reports.clear();
  }

  const canWrite = ({ readyState, bufferedAmount }: RTCDataChannel): boolean =>
    readyState === 'open' && bufferedAmount <= MAX_BUFFERED_BYTES;

  const writer: ChannelWriter = {
    get channel() {
      return inUse?.channel;
    },
    get isUnderWay() {
      return held.length > 0 || inUse?.watch.isWaiting === true;
    },
    get firstHeld() {
      return held[0]?.chunkId;
    },
    use(channel) {
      const watch = isExact
        ? unwatched
        : watchDelivery(channel, report, clock, {
            delivered(chunkIds) {
              for (const chunkId of chunkIds) {
                reports.get(chunkId)?.('taken');
                reports.delete(chunkId);
                events.delivered(chunkId);
              }
              onSettled();
            },
            asked: (characters) => onWire?.sent('dataChannel', characters),
          });
      inUse = { channel, watch };
      channel.addEventListener('bufferedamountlow', writer.release);
    },
    send(chunk) {
      if (inUse === undefined || held.length > 0 || !canWrite(inUse.channel)) {
        held = [...held, chunk];
        return;
      }
      onSent();
      inUse.channel.send(chunk.characters);
      const tell = onWire?.sent('dataChannel', chunk.characters);
      if (tell !== undefined && !isExact) reports.set(chunk.chunkId, tell);
      inUse.watch.handedOver(chunk.chunkId, chunk.characters);
    },
    release() {
      const waiting = held;
      held = [];
      for (const chunk of waiting) writer.send(chunk);
    },
    giveBack() {
      const first = held[0]?.chunkId;
      held = [];
      return first;
    },
    hurry: () => inUse?.watch.hurry(),
    leave() {
      const lost = inUse?.watch.giveUp();
      inUse = undefined;
      loseReports();
      if (lost !== undefined) events.failed(lost, writer.giveBack());
    },
    stop() {
      inUse?.watch.hurry();
      inUse?.watch.giveUp();
      inUse = undefined;
      loseReports();
      held = [];
    },
  };
  return writer;
}
