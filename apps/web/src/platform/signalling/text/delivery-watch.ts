import type { Clock } from '@samtal/call-core';
import { SESSION_SIGNATURE } from './text-channel.ts';
import type { PathReading } from './text-delivery.ts';
import { hasArrived, heardAt, readPaths } from './text-delivery.ts';

/** How often the figures are looked at while text is under way, and how often when the call waits for it. */
const POLL_MS = 250;
const HURRIED_POLL_MS = 50;

/** A chunk that was handed over, and when it was first seen to have left. */
type UnderWay = { readonly chunkId: number; readonly endsAt: number; readonly leftAt?: number };

export type DeliveryWatch = {
  /** A chunk has been handed to the channel. */
  handedOver(chunkId: number, characters: string): void;
  /** Whether anything may still be on its way. */
  readonly isWaiting: boolean;
  /** The call ends as soon as nothing is on its way: looks more often. */
  hurry(): void;
  /** Forgets every chunk on its way; @returns the last of them. */
  giveUp(): number | undefined;
};

const bytesOf = (characters: string): number => new TextEncoder().encode(characters).length;

/** Follows chunks on one data channel until they are known to have arrived. */
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
  /** The last chunk behind which the other end was asked for a packet. */
  let askedBehind: number | undefined;

  /**
   * Where nothing else flows, the other end may acknowledge a chunk before the page has seen it leave, and then send
   * nothing for seconds. A character that is shown as nothing has to be acknowledged too.
   */
  function askForPacket({ roundTripMs }: PathReading): void {
    const last = underWay.at(-1);
    if (last?.leftAt === undefined || last.chunkId === askedBehind) return;
    // An answer that can come before a round trip has passed proves nothing.
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
    // A connection that is closed may have no figures.
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
