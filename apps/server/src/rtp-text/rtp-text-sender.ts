import { takeGraphemes } from '@samtal/realtime-text';
import { TEXT_GATEWAY_LIMITS } from '../domain/limits/limits.ts';
import { writeRedundantPayload } from './redundant-payload.ts';
import { nextSequence, writeRtpPacket } from './rtp-packet.ts';

/** How the phone takes text, from its SDP. */
export type TextFormat = {
  /** Payload type of `t140`. */
  readonly t140: number;
  /** Payload type of `red`; undefined = the phone takes none. */
  readonly red: number | undefined;
  /** Earlier T140blocks that a packet of `red` has. */
  readonly generations: number;
  /** Characters per second that the phone takes, a mean over ten seconds (RFC 4103 §6). */
  readonly cps: number;
};

/** A T140block as it was sent. */
type Sent = { readonly at: number; readonly data: Uint8Array };

/** Text that is to be sent; `id` names it when it has been. */
type Waiting = { readonly id: number; readonly text: string };

/** What each step leaves for the next one. Times are in milliseconds. */
export type SenderState = {
  /** undefined = the phone takes no text now; text waits. */
  readonly format: TextFormat | undefined;
  readonly ssrc: number;
  readonly sequence: number;
  /** Added to the time: RTP timestamps begin at random (RFC 3550 §5.1). */
  readonly timestampOffset: number;
  readonly waiting: readonly Waiting[];
  /** The last T140blocks, the oldest first. */
  readonly recent: readonly Sent[];
  /** Packets that must still follow, so that the last text is repeated (RFC 4103 §5.2). */
  readonly repeatsLeft: number;
  readonly sentAt: number | undefined;
  /** How many characters were sent when, within the period of cps. */
  readonly history: readonly { readonly at: number; readonly length: number }[];
};

export type SenderEvent =
  | { readonly type: 'formatChanged'; readonly format: TextFormat | undefined; readonly now: number }
  | { readonly type: 'written'; readonly id: number; readonly text: string; readonly now: number }
  /** Text that has not been sent yet is not to be sent any more. */
  | { readonly type: 'withdrawn'; readonly id: number; readonly now: number }
  | { readonly type: 'timerFired'; readonly now: number };

export type SenderEffect = {
  readonly do: 'sendPacket';
  readonly bytes: Uint8Array /** Texts that are complete now. */;
  readonly ids: readonly number[];
};

export type SenderStep = {
  readonly state: SenderState;
  readonly effects: readonly SenderEffect[];
  /** The one timer: it replaces the one before; undefined = none. */
  readonly timerMs: number | undefined;
};

const { packetIntervalMs, packetLength, cpsWindowMs, keepAliveMs } = TEXT_GATEWAY_LIMITS;

/** Opens a stream, and keeps the way to the phone open; readers see nothing of it (T.140 §8.1). */
const BYTE_ORDER_MARK = '\uFEFF';
/** Names no text of a user. */
const NO_ID = 0;

/** A sender with random SSRC, first sequence number and first timestamp (RFC 3550 §5.1). */
export const createSender = (random: {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}): SenderState => ({
  format: undefined,
  ssrc: random.ssrc,
  sequence: random.sequence & 0xffff,
  timestampOffset: random.timestamp,
  waiting: [{ id: NO_ID, text: BYTE_ORDER_MARK }],
  recent: [],
  repeatsLeft: 0,
  sentAt: undefined,
  history: [],
});

/** UTF-16 units that wait to be sent. */
export const waitingLength = ({ waiting }: SenderState): number =>
  waiting.reduce((sum, { text }) => sum + text.length, 0);

/** How many units the phone's cps permits now, and when it permits more. */
function allowance({ history }: SenderState, cps: number, now: number): { length: number; waitMs: number } {
  const most = cps * (cpsWindowMs / 1000);
  const sent = history.reduce((sum, { length }) => sum + length, 0);
  const [oldest] = history;
  return {
    length: Math.max(0, most - sent),
    waitMs: oldest === undefined ? 0 : oldest.at + cpsWindowMs - now,
  };
}

/** The start of `text` of at most `limit` units that splits no grapheme, or no code point if one is longer. */
function takeText(text: string, limit: number, isFresh: boolean): string {
  const whole = takeGraphemes(text, limit);
  if (whole !== '' || !isFresh) return whole;
  let taken = '';
  for (const character of text) {
    if (taken.length + character.length > limit) break;
    taken += character;
  }
  return taken;
}

/** Takes text for one packet from what waits. */
function takeWaiting(state: SenderState, limit: number): { text: string; ids: number[]; rest: Waiting[] } {
  const all = state.waiting.map(({ text }) => text).join('');
  const text = takeText(all, Math.min(packetLength, limit), state.history.length === 0);
  const ids: number[] = [];
  const rest: Waiting[] = [];
  let left = text.length;
  for (const piece of state.waiting) {
    const taken = Math.min(left, piece.text.length);
    left -= taken;
    if (taken < piece.text.length) rest.push({ id: piece.id, text: piece.text.slice(taken) });
    else if (piece.id !== NO_ID) ids.push(piece.id);
  }
  return { text, ids, rest };
}

function writePacket(state: SenderState, format: TextFormat, data: Uint8Array, now: number): Uint8Array {
  const { t140, red } = format;
  const generations = state.recent.map((sent) => ({ offset: Math.max(0, now - sent.at), data: sent.data }));
  return writeRtpPacket({
    // The first packet after an idle time (RFC 4103 §5.2).
    marker: state.repeatsLeft === 0,
    payloadType: red ?? t140,
    sequence: state.sequence,
    timestamp: (now + state.timestampOffset) >>> 0,
    ssrc: state.ssrc,
    payload: red === undefined ? data : writeRedundantPayload(t140, generations, data),
  });
}

/** Sends one packet if one is due, and says when to look again. */
function flush(before: SenderState, now: number): SenderStep {
  const { format } = before;
  // A clock that was set back must not stop the text.
  const sentAt = before.sentAt !== undefined && before.sentAt > now ? undefined : before.sentAt;
  const history = before.history.filter(({ at }) => at <= now && now - at < cpsWindowMs);
  const state = { ...before, sentAt, history };
  if (format === undefined) return { state, effects: [], timerMs: undefined };
  const idleMs = sentAt === undefined ? Number.POSITIVE_INFINITY : now - sentAt;
  const isIdle = state.waiting.length === 0 && state.repeatsLeft === 0;
  if (isIdle && idleMs >= keepAliveMs)
    return flush({ ...state, waiting: [{ id: NO_ID, text: BYTE_ORDER_MARK }] }, now);
  if (isIdle) return { state, effects: [], timerMs: keepAliveMs - idleMs };
  if (idleMs < packetIntervalMs) return { state, effects: [], timerMs: packetIntervalMs - idleMs };

  const { length, waitMs } = allowance(state, format.cps, now);
  const { text, ids, rest } = takeWaiting(state, length);
  if (text === '' && state.repeatsLeft === 0) return { state, effects: [], timerMs: Math.max(1, waitMs) };
  const data = new TextEncoder().encode(text);
  const bytes = writePacket(state, format, data, now);
  // Also without redundancy an empty block tells that a pause begins (RFC 4103 §5.2).
  const repeats = Math.max(1, format.red === undefined ? 0 : format.generations);
  const next: SenderState = {
    ...state,
    sequence: nextSequence(state.sequence),
    waiting: rest,
    recent: keepLast([...state.recent, { at: now, data }], format.generations),
    repeatsLeft: text === '' ? state.repeatsLeft - 1 : repeats,
    sentAt: now,
    history: text === '' ? history : [...history, { at: now, length: text.length }],
  };
  const later = flush(next, now);
  return { ...later, effects: [{ do: 'sendPacket', bytes, ids }, ...later.effects] };
}

const keepLast = (blocks: readonly Sent[], most: number): readonly Sent[] =>
  most === 0 ? [] : blocks.slice(-most);

/**
 * The empty generations before the first text, so that each packet of `red` has as many as SDP says (RFC 4103
 * §4).
 */
const emptyGenerations = (format: TextFormat, now: number): readonly Sent[] =>
  Array.from({ length: format.generations }, () => ({ at: now, data: new Uint8Array() }));

/** Sends text in RTP packets: letters at once after a pause, then every 300 ms, each three times (RFC 4103). */
export function stepSender(state: SenderState, event: SenderEvent): SenderStep {
  const { now } = event;
  switch (event.type) {
    case 'formatChanged': {
      const { format } = event;
      const isLonger = format !== undefined && state.recent.length < format.generations;
      const recent = isLonger ? [...emptyGenerations(format, now), ...state.recent] : state.recent;
      return flush({ ...state, format, recent: keepLast(recent, format?.generations ?? recent.length) }, now);
    }
    case 'written':
      return flush({ ...state, waiting: [...state.waiting, { id: event.id, text: event.text }] }, now);
    case 'withdrawn':
      return flush({ ...state, waiting: state.waiting.filter(({ id }) => id !== event.id) }, now);
    case 'timerFired':
      return flush(state, now);
  }
}
