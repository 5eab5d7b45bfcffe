import type { Clock } from '@samtal/call-core';
import { SESSION_SIGNATURE } from './text-channel.ts';
import type { PathReading } from './text-delivery.ts';
import {
  answeredAt,
  countsRequests,
  followRequests,
  hasArrived,
  heardAt,
  isDeaf,
  readPaths,
  type Unanswered,
} from './text-delivery.ts';

/**
 * The time between two readings of the statistics while text is on its way; the shorter one applies while the
 * end of the call waits for that text.
 */
const POLL_MS = 250;
const HURRIED_POLL_MS = 50;
/**
 * After the peer was heard, a chunk waits at most this long for a STUN response, which proves that the peer
 * also receives. Chromium sends a STUN request every 2.5 s; the notice for late text comes after 4 s.
 */
const RESPONSE_WAIT_MS = 3_000;
/**
 * How long the page of the peer may take to read a chunk that its browser has received. If the channel dies
 * earlier, the chunk is in doubt although the peer's browser has acknowledged it.
 */
const READ_MS = 1_000;
/**
 * If the statistics are read this much later than planned, the computer has slept: packets that came
 * meanwhile look as if they came now, and prove nothing.
 */
const SLEEP_MS = 1_000;
/** The longest time in which the browser reads the packets that came while the computer slept. */
const WAKE_UP_MS = 500;

type UnderWay = {
  readonly chunkId: number;
  readonly endsAt: number;
  /** When the chunk was first seen to have left the buffer. */
  readonly leftAt?: number;
  /**
   * When a packet of the peer was first known to have arrived a round trip or more after the chunk had left.
   */
  readonly heardFrom?: number;
  /** The peer has answered a STUN request that was sent after the chunk had left. */
  readonly isAnswered?: boolean;
};

export type DeliveryWatch = {
  /** A chunk has been passed to the channel. */
  handedOver(chunkId: number, characters: string): void;
  /** Whether any chunk may still be on its way. */
  readonly isWaiting: boolean;
  /**
   * The call is about to end: the statistics are read more often, and a chunk is reported as soon as the peer
   * was heard after it, without waiting for a STUN response, unless one is overdue.
   */
  hurry(): void;
  /**
   * The channel has died: reports the chunks that the peer has had the time to read, and forgets the others.
   * @returns the id of the last forgotten chunk; undefined if there is none
   */
  giveUp(): number | undefined;
};

/** For a channel whose peer confirms the text itself. */
export const unwatched: DeliveryWatch = {
  handedOver() {},
  isWaiting: false,
  hurry() {},
  giveUp: () => undefined,
};

const bytesOf = (characters: string): number => new TextEncoder().encode(characters).length;

export type DeliveryEvents = {
  delivered(chunkIds: readonly number[]): void;
  /** The peer was asked for a packet by these characters. */
  asked?(characters: string): void;
};

/** Tracks the chunks on one data channel until they are known to have arrived. */
export function watchDelivery(
  channel: RTCDataChannel,
  report: () => Promise<RTCStatsReport>,
  clock: Clock,
  events: DeliveryEvents,
): DeliveryWatch {
  let underWay: readonly UnderWay[] = [];
  let handedOverBytes = 0;
  let before: PathReading | undefined;
  let forgetTimer: (() => void) | undefined;
  let isLooking = false;
  let isHurried = false;
  /** When the statistics are to be read. */
  let dueAt = Number.POSITIVE_INFINITY;
  let unanswered: Unanswered = new Map();
  let isPeerDeaf = false;
  /** The last chunk after which the peer was asked for a packet. */
  let askedBehind: number | undefined;

  /**
   * Makes the peer send a packet, by sending a character that is not displayed and that the peer must
   * acknowledge. Otherwise, if no media flows, the peer may acknowledge a chunk before the page has seen it
   * leave, and then send nothing for seconds.
   */
  function askForPacket({ roundTripMs }: PathReading): void {
    const last = underWay.at(-1);
    if (last?.leftAt === undefined || last.heardFrom !== undefined || last.chunkId === askedBehind) return;
    // A packet that arrives within a round trip after the last chunk has left would prove nothing.
    if (clock.now() < last.leftAt + roundTripMs || channel.readyState !== 'open') return;
    askedBehind = last.chunkId;
    channel.send(SESSION_SIGNATURE);
    events.asked?.(SESSION_SIGNATURE);
    handedOverBytes += bytesOf(SESSION_SIGNATURE);
  }

  function noteLeft(): void {
    const leftBytes = handedOverBytes - channel.bufferedAmount;
    const leftAt = clock.now();
    underWay = underWay.map((chunk) =>
      chunk.leftAt === undefined && chunk.endsAt <= leftBytes ? { ...chunk, leftAt } : chunk,
    );
  }

  /**
   * Removes and returns the chunks after which the peer was heard and for which `isProved` holds; none while
   * the peer sends but does not receive (`isDeaf`).
   */
  function take(isProved: (chunk: UnderWay) => boolean): readonly UnderWay[] {
    const isIn = (chunk: UnderWay): boolean =>
      chunk.heardFrom !== undefined && !isPeerDeaf && isProved(chunk);
    const taken = underWay.filter(isIn);
    underWay = underWay.filter((chunk) => !isIn(chunk));
    return taken;
  }

  /** Whether the peer has had the time to receive and read the chunk. */
  const isRead = ({ leftAt = Number.POSITIVE_INFINITY }: UnderWay): boolean =>
    clock.now() >= leftAt + (before?.roundTripMs ?? 0) + READ_MS;

  function tell(arrived: readonly UnderWay[]): void {
    if (arrived.length > 0) events.delivered(arrived.map(({ chunkId }) => chunkId));
  }

  /**
   * Lets the chunks that have left, but after which the peer was not heard, count as left at `time`: only a
   * packet a round trip after `time` shows that they have arrived.
   */
  function doubtPacketsUntil(time: number): void {
    underWay = underWay.map((chunk) =>
      chunk.leftAt === undefined || chunk.heardFrom !== undefined ? chunk : { ...chunk, leftAt: time },
    );
  }

  async function look(): Promise<void> {
    forgetTimer = undefined;
    isLooking = true;
    noteLeft();
    const at = clock.now();
    if (at > dueAt + SLEEP_MS) doubtPacketsUntil(at + WAKE_UP_MS);
    // A closed connection may have no statistics.
    const stats = await report().catch(() => undefined);
    isLooking = false;
    const reading = readPaths(stats?.values() ?? [], at);
    const heard = heardAt(before, reading);
    const answered = answeredAt(before, reading);
    unanswered = followRequests(unanswered, before, reading);
    isPeerDeaf = isDeaf(unanswered, before, reading);
    before = reading;
    underWay = underWay.map((chunk) => ({
      ...chunk,
      ...(chunk.heardFrom === undefined && hasArrived(chunk.leftAt, heard, reading) ? { heardFrom: at } : {}),
      ...(chunk.leftAt !== undefined && chunk.leftAt <= answered ? { isAnswered: true } : {}),
    }));
    const waitMs = countsRequests(reading) ? RESPONSE_WAIT_MS : 0;
    const isSure = ({ isAnswered, heardFrom = at }: UnderWay): boolean =>
      isAnswered === true || at - heardFrom >= waitMs;
    const arrived = take((chunk) => isHurried || (isRead(chunk) && isSure(chunk)));
    askForPacket(reading);
    tell(arrived);
    plan();
  }

  function plan(): void {
    if (underWay.length === 0 || forgetTimer !== undefined || isLooking) return;
    const delayMs = isHurried ? HURRIED_POLL_MS : POLL_MS;
    dueAt = clock.now() + delayMs;
    forgetTimer = clock.setTimer(delayMs, () => void look());
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
      isHurried = true;
      forgetTimer?.();
      forgetTimer = undefined;
      tell(take(() => true));
      plan();
    },
    giveUp() {
      const arrived = take(isRead);
      const last = underWay.at(-1)?.chunkId;
      underWay = [];
      forgetTimer?.();
      forgetTimer = undefined;
      channel.removeEventListener('bufferedamountlow', noteLeft);
      tell(arrived);
      return last;
    },
  };
}
