import type { Clock } from '@samtal/call-core';
import { SESSION_SIGNATURE } from './text-channel.ts';
import type { PathReading } from './text-delivery.ts';
import { hasArrived, heardAt, readPaths } from './text-delivery.ts';

/** How often the statistics are read while text is on its way, and how often when the call waits for it. */
const POLL_MS = 250;
const HURRIED_POLL_MS = 50;

/** A sent chunk, and when it was first seen to have left the buffer. */
type UnderWay = { readonly chunkId: number; readonly endsAt: number; readonly leftAt?: number };

export type DeliveryWatch = {
  /** A chunk has been passed to the channel. */
  handedOver(chunkId: number, characters: string): void;
  /** Whether anything may still be on its way. */
  readonly isWaiting: boolean;
  /** The call ends as soon as nothing is on its way: polls more often. */
  hurry(): void;
  /** Forgets every chunk on its way; @returns the last of them. */
  giveUp(): number | undefined;
};

const bytesOf = (characters: string): number => new TextEncoder().encode(characters).length;

/** Tracks the chunks on one data channel until they are known to have arrived. */
export function watchDelivery(
  channel: RTCDataChannel,
  report: () => Promise<RTCStatsReport>,
  clock: Clock,
  onDelivered: (chunkIds: readonly number[]) => void,
): DeliveryWatch {
  let underWay: readonly UnderWay[] = [];
  let handedOverBytes = 0;
  let before: PathReading | undefined;
  let forgetTimer: (() => void) | undefined;
  let isLooking = false;
  let pollMs = POLL_MS;
  /** The last chunk after which the peer was asked for a packet. */
  let askedBehind: number | undefined;

  /**
   * If no media flows, the peer may acknowledge a chunk before the page has seen it leave, and then send
   * nothing for seconds. The peer must acknowledge even a character that is not displayed.
   */
  function askForPacket({ roundTripMs }: PathReading): void {
    const last = underWay.at(-1);
    if (last?.leftAt === undefined || last.chunkId === askedBehind) return;
    // A packet that can arrive before a round trip has passed proves nothing.
    if (clock.now() < last.leftAt + roundTripMs || channel.readyState !== 'open') return;
    askedBehind = last.chunkId;
    channel.send(SESSION_SIGNATURE);
    handedOverBytes += bytesOf(SESSION_SIGNATURE);
  }

  function noteLeft(): void {
    const leftBytes = handedOverBytes - channel.bufferedAmount;
    const leftAt = clock.now();
    underWay = underWay.map((chunk) =>
      chunk.leftAt === undefined && chunk.endsAt <= leftBytes ? { ...chunk, leftAt } : chunk,
    );
  }

  async function look(): Promise<void> {
    forgetTimer = undefined;
    isLooking = true;
    noteLeft();
    const at = clock.now();
    // A closed connection may have no statistics.
    const stats = await report().catch(() => undefined);
    isLooking = false;
    const reading = readPaths(stats?.values() ?? [], at);
    const heard = heardAt(before, reading);
    before = reading;
    const isIn = ({ leftAt }: UnderWay): boolean => hasArrived(leftAt, heard, reading);
    const arrived = underWay.filter(isIn);
    underWay = underWay.filter((chunk) => !isIn(chunk));
    askForPacket(reading);
    if (arrived.length > 0) onDelivered(arrived.map(({ chunkId }) => chunkId));
    plan();
  }

  function plan(): void {
    if (underWay.length > 0 && forgetTimer === undefined && !isLooking)
      forgetTimer = clock.setTimer(pollMs, () => void look());
  }

  channel.addEventListener('bufferedamountlow', noteLeft);
  return {
    handedOver(chunkId, characters) {
      handedOverBytes += bytesOf(characters);
      underWay = [...underWay, { chunkId, endsAt: handedOverBytes }];
      plan();
    },
    get isWaiting() {
      return underWay.length > 0;
    },
    hurry() {
      pollMs = HURRIED_POLL_MS;
      forgetTimer?.();
      forgetTimer = undefined;
      plan();
    },
    giveUp() {
      const last = underWay.at(-1)?.chunkId;
      underWay = [];
      forgetTimer?.();
      forgetTimer = undefined;
      channel.removeEventListener('bufferedamountlow', noteLeft);
      return last;
    },
  };
}
