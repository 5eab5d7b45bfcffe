import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { TEXT_GATEWAY_LIMITS } from '../domain/limits/limits.ts';
import { readRedundantPayload } from './redundant-payload.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { nextSequence, sequenceDistance } from './rtp-packet.ts';

/** The payload types with which the phone may send. */
export type ReceivedTypes = { readonly t140: number; readonly red: number | undefined };

type TextPacket = {
  readonly sequence: number;
  readonly ssrc: number;
  /** Earlier T140blocks, the oldest first: those of the packets just before this one. */
  readonly redundant: readonly Uint8Array[];
  readonly primary: Uint8Array;
};

type HeldPacket = TextPacket & { readonly heldAt: number };

/** What each packet leaves for the next one. Times are in milliseconds. */
export type ReceiverState = {
  readonly types: ReceivedTypes;
  /** The stream that is read; undefined = no packet has come yet. */
  readonly stream: { readonly ssrc: number; readonly expected: number; readonly heardAt: number } | undefined;
  /** Packets behind a gap, in the order of their numbers. */
  readonly held: readonly HeldPacket[];
  /** The phone may begin another stream now, because its session has been described anew. */
  readonly mayRestart: boolean;
  /** The last packets, one after the other, that belong to another stream or are far from the expected number. */
  readonly stranger: Stranger | undefined;
};

type Stranger = { readonly ssrc: number; readonly packets: readonly HeldPacket[] };

export type ReceiverEvent =
  | { readonly type: 'packetReceived'; readonly packet: RtpPacket; readonly now: number }
  | { readonly type: 'timerFired'; readonly now: number }
  /** The phone has hung up: at most repeats and late packets will come. */
  | { readonly type: 'ended'; readonly now: number }
  /** A new description of the session: the phone may begin a new stream. */
  | { readonly type: 'typesChanged'; readonly types: ReceivedTypes; readonly now: number };

/** What became of the T140blocks of a step, for the metrics. */
export type ReceiverEffect =
  | { readonly do: 'readText'; readonly text: string }
  | { readonly do: 'count'; readonly what: 'recovered' | 'missing' | 'ignored' };

export type ReceiverStep = {
  readonly state: ReceiverState;
  readonly effects: readonly ReceiverEffect[];
  /** The one timer: it replaces the one before; undefined = none. */
  readonly timerMs: number | undefined;
};

const { reorderMs, heldPackets, sequenceJump, sequenceLag, silentMs } = TEXT_GATEWAY_LIMITS;

export const createReceiver = (types: ReceivedTypes): ReceiverState => ({
  types,
  stream: undefined,
  held: [],
  mayRestart: false,
  stranger: undefined,
});

/** The blocks of a packet; undefined if it is not of the negotiated types or is malformed. */
function readTextPacket(packet: RtpPacket, { t140, red }: ReceivedTypes): TextPacket | undefined {
  const { payloadType, sequence, ssrc, payload } = packet;
  if (payloadType === t140) return { sequence, ssrc, redundant: [], primary: payload };
  const blocks = payloadType === red ? readRedundantPayload(payload, t140) : undefined;
  return blocks && { sequence, ssrc, ...blocks };
}

/**
 * The text of a T140block. U+FEFF opens streams and keeps ways open, and is no text (T.140 §8.1). Bytes that are not
 * UTF-8 are lost text, however many there are.
 */
function textOf(block: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(block).replaceAll('\uFEFF', '');
  return text.replaceAll(/\uFFFD{2,}/g, MISSING_TEXT_MARK);
}

/** Collects what one step reads, so that text that comes together is one piece. */
function createReading() {
  let text = '';
  const counts: ReceiverEffect[] = [];
  return {
    read(block: Uint8Array): void {
      text += textOf(block);
    },
    miss(): void {
      text += MISSING_TEXT_MARK;
      counts.push({ do: 'count', what: 'missing' });
    },
    count(what: 'recovered' | 'ignored'): void {
      counts.push({ do: 'count', what });
    },
    effects: (): readonly ReceiverEffect[] => (text === '' ? counts : [...counts, { do: 'readText', text }]),
  };
}

type Reading = ReturnType<typeof createReading>;

/** Reads a packet that follows `missing` packets which have not come; the redundancy replaces the last of them. */
function readPacket(packet: TextPacket, missing: number, reading: Reading): void {
  const { redundant, primary } = packet;
  const covered = Math.min(missing, redundant.length);
  if (missing > covered) reading.miss();
  for (const block of covered === 0 ? [] : redundant.slice(-covered)) {
    if (block.length > 0) reading.count('recovered');
    reading.read(block);
  }
  reading.read(primary);
}

/**
 * Reads what is held: as far as packets follow one another, redundancy closes the gap, or the wait is over.
 * @param mustRead whether the first of these packets is read although packets before it are missing
 */
function readHeld(
  held: readonly HeldPacket[],
  expected: number,
  mustRead: (waiting: readonly HeldPacket[]) => boolean,
  reading: Reading,
): { readonly held: readonly HeldPacket[]; readonly expected: number } {
  let next = expected;
  for (const [index, packet] of held.entries()) {
    const missing = sequenceDistance(packet.sequence, next);
    if (missing > packet.redundant.length && !mustRead(held.slice(index)))
      return { held: held.slice(index), expected: next };
    readPacket(packet, missing, reading);
    next = nextSequence(packet.sequence);
  }
  return { held: [], expected: next };
}

/** When the wait for the packets before these has begun. */
const waitsSince = (packets: readonly HeldPacket[]): number =>
  Math.min(...packets.map(({ heldAt }) => heldAt));

/**
 * When the stranger becomes the stream that is read; undefined = not yet known. Two packets in a row are needed
 * (RFC 3550 §A.1), and, with another SSRC, that the stream has not been heard for a while.
 */
function beginsAt({ stream, stranger }: ReceiverState): number | undefined {
  if (stream === undefined || stranger === undefined || stranger.packets.length < 2) return undefined;
  return stranger.ssrc === stream.ssrc ? stream.heardAt : stream.heardAt + silentMs;
}

function finish(state: ReceiverState, now: number, reading: Reading): ReceiverStep {
  const { stream, held: waiting } = state;
  if (stream === undefined) return { state, effects: reading.effects(), timerMs: undefined };
  const isOver = (packets: readonly HeldPacket[]): boolean => {
    const waitedMs = now - waitsSince(packets);
    // A negative time: the clock was set back.
    return packets.length > heldPackets || waitedMs < 0 || waitedMs >= reorderMs;
  };
  const { held, expected } = readHeld(waiting, stream.expected, isOver, reading);
  const due = [held.length === 0 ? undefined : waitsSince(held) + reorderMs, beginsAt(state)].filter(
    (time) => time !== undefined,
  );
  return {
    state: { ...state, stream: { ...stream, expected }, held },
    effects: reading.effects(),
    timerMs: due.length === 0 ? undefined : Math.max(0, Math.min(...due) - now),
  };
}

/** The first packet of a stream: it may repeat text of packets before it that have not come. */
function begin(state: ReceiverState, packet: TextPacket, now: number, reading: Reading): ReceiverStep {
  readPacket(packet, packet.redundant.length, reading);
  const stream = { ssrc: packet.ssrc, expected: nextSequence(packet.sequence), heardAt: now };
  return finish({ ...state, stream, held: [], mayRestart: false, stranger: undefined }, now, reading);
}

/** Reads on with the stranger, if its time has come; then what was sent between the two streams is not known. */
function beginStranger(state: ReceiverState, now: number, reading: Reading): ReceiverStep {
  const { stream, stranger } = state;
  const time = beginsAt(state);
  const [first, ...others] = stranger?.packets ?? [];
  // A stream that was heard in the future: the clock was set back.
  const isDue = time !== undefined && (now >= time || now < (stream?.heardAt ?? now));
  if (!isDue || stream === undefined || first === undefined) return finish(state, now, reading);
  readHeld(state.held, stream.expected, () => true, reading);
  reading.miss();
  const begun = begin(state, first, now, reading);
  return finish({ ...begun.state, held: others }, now, reading);
}

/** A packet of another stream, or of a number that is far away. */
function receiveStranger(
  state: ReceiverState,
  packet: TextPacket,
  now: number,
  reading: Reading,
): ReceiverStep {
  const before = state.stranger?.packets ?? [];
  const last = before.at(-1);
  const follows =
    last !== undefined && last.ssrc === packet.ssrc && nextSequence(last.sequence) === packet.sequence;
  const packets = [...(follows ? before : []), { ...packet, heldAt: now }].slice(-heldPackets);
  for (let gone = before.length + 1 - packets.length; gone > 0; gone -= 1) reading.count('ignored');
  return beginStranger({ ...state, stranger: { ssrc: packet.ssrc, packets } }, now, reading);
}

function receive(state: ReceiverState, packet: TextPacket, now: number): ReceiverStep {
  const reading = createReading();
  const { stream } = state;
  if (stream === undefined) return begin(state, packet, now, reading);
  if (packet.ssrc !== stream.ssrc && state.mayRestart) {
    readHeld(state.held, stream.expected, () => true, reading);
    return begin(state, packet, now, reading);
  }
  if (packet.ssrc !== stream.ssrc) return receiveStranger(state, packet, now, reading);
  const ahead = sequenceDistance(packet.sequence, stream.expected);
  if (ahead >= sequenceJump || ahead < -sequenceLag) return receiveStranger(state, packet, now, reading);
  for (const _ of state.stranger?.packets ?? []) reading.count('ignored');
  const heard = { ...state, stream: { ...stream, heardAt: now }, mayRestart: false, stranger: undefined };
  // A repeated packet, or one whose text has been read from a later one.
  if (ahead < 0 || state.held.some(({ sequence }) => sequence === packet.sequence))
    return finish(heard, now, reading);
  const distance = (other: TextPacket): number => sequenceDistance(other.sequence, stream.expected);
  const held = [...state.held, { ...packet, heldAt: now }].toSorted(
    (one, other) => distance(one) - distance(other),
  );
  return finish({ ...heard, held }, now, reading);
}

/**
 * Reads text from RTP packets (RFC 4103 §5.3, §5.4): in order and without repeats. Packets that are missing are replaced
 * by the redundancy of later ones, or waited for; then one U+FFFD stands for those that did not come.
 */
export function stepReceiver(state: ReceiverState, event: ReceiverEvent): ReceiverStep {
  const { now } = event;
  switch (event.type) {
    case 'packetReceived': {
      const packet = readTextPacket(event.packet, state.types);
      const ignored = { do: 'count', what: 'ignored' } as const;
      if (packet === undefined) {
        const step = finish(state, now, createReading());
        return { ...step, effects: [ignored, ...step.effects] };
      }
      return receive(state, packet, now);
    }
    case 'timerFired':
      return beginStranger(state, now, createReading());
    case 'ended': {
      const reading = createReading();
      const { stream } = state;
      // The stream stays: the phone may still repeat text that has been read.
      const read = stream && {
        ...stream,
        expected: readHeld(state.held, stream.expected, () => true, reading).expected,
      };
      // Whether the stranger was the phone is not known any more.
      if (state.stranger?.packets.some(({ primary }) => textOf(primary) !== '')) reading.miss();
      return finish({ ...state, stream: read, held: [], stranger: undefined }, now, reading);
    }
    case 'typesChanged':
      return finish({ ...state, types: event.types, mayRestart: true }, now, createReading());
  }
}
