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
 * A chunk after which the peer was heard waits so long for a STUN response, which proves that the peer also
 * receives. Chromium sends a request every 2.5 s; the notice for late text comes after 4 s.
 */
const RESPONSE_WAIT_MS = 3_000;
/**
 * How long the page of the peer may take to read what has arrived. If the channel dies before, the chunk is lost
 * although the peer's browser has acknowledged it.
 */
const READ_MS = 1_000;
/** After a poll that is so late, the packets that came while the computer slept are read as if they came now. */
const SLEEP_MS = 1_000;
/** How long the reading of those packets takes at most. */
const WAKE_UP_MS = 500;

type UnderWay = {
  readonly chunkId: number;
  readonly endsAt: number;
  /** When it was first seen to have left the buffer. */
  readonly leftAt?: number;
  /** When the peer was first known to have sent something a round trip later. */
  readonly heardFrom?: number;
  /** The peer has answered a STUN request that was sent later. */
  readonly isAnswered?: boolean;
};

export type DeliveryWatch = {
  /** A chunk has been passed to the channel. */
  handedOver(chunkId: number, characters: string): void;
  /** Whether any chunk may still be on its way. */
  readonly isWaiting: boolean;
  /**
   * The call ends as soon as nothing is on its way: from now on the statistics are read more often, and chunks
   * after which the peer was heard are reported at once, unless a STUN response is overdue.
   */
  hurry(): void;
  /**
   * The channel has died: forgets the chunks that the peer may not have read.
   * @returns the id of the last of these chunks
   */
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
    handedOverBytes += bytesOf(SESSION_SIGNATURE);
  }

  function noteLeft(): void {
    const leftBytes = handedOverBytes - channel.bufferedAmount;
    const leftAt = clock.now();
    underWay = underWay.map((chunk) =>
      chunk.leftAt === undefined && chunk.endsAt <= leftBytes ? { ...chunk, leftAt } : chunk,
    );
  }

  /** Removes the chunks after which the peer was heard and that `isProved` names; none while the peer is deaf. */
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
    if (arrived.length > 0) onDelivered(arrived.map(({ chunkId }) => chunkId));
  }

  /** From now on only packets later than `time` and a round trip show that a chunk has arrived. */
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
