import { takeFrame } from './exact-receiver.ts';
import type { ExactSender } from './exact-sender.ts';
import {
  firstChunkFrom,
  hasUnwritten,
  initialSender,
  keepChunk,
  keptFrom,
  rewind,
  takeReport,
  writeNext,
} from './exact-sender.ts';
import { LONGEST_FRAME, MOST_ASKS, MOST_KEPT, REPORT_INTERVAL_MS, RETRY_MS } from './limits.ts';
import type { TextFrame } from './text-frame.ts';
import { countable, readFrame, writeFrame } from './text-frame.ts';

/**
 * Text of one call that arrives exactly once (ADR 26). Each end counts the code points of both directions,
 * reports how many it has, and keeps what the other end has not reported. After a change of the text transport it
 * writes that text again; the reader drops what it has already.
 */
export type ExactText = {
  readonly sender: ExactSender;
  /** Number of code points of the peer's text that this side has, without a gap. */
  readonly have: number;
  readonly wire: ExactWire;
  /**
   * The MESSAGE that waits for its answer, the position behind its text, and the first position that no earlier
   * message has carried.
   */
  readonly awaited: { readonly frameId: number; readonly end: number; readonly newFrom: number } | undefined;
  readonly nextFrameId: number;
  /** The peer is to be told what this side has: now, at the pace of reports, or with the next text. */
  readonly report: 'none' | 'paced' | 'now';
  /** The peer is to be asked for text that is missing. */
  readonly isAsking: boolean;
  /** When the peer was last told, in milliseconds. */
  readonly reportedAt: number;
  /** The requests for missing text that the peer may still make before it reports something new. */
  readonly asksLeft: number;
  /** Delay before a refused or lost MESSAGE is sent again, in milliseconds. */
  readonly retryMs: number;
  readonly isReportTimerRunning: boolean;
  readonly isRetryTimerRunning: boolean;
  /** The call is about to end: reports do not wait. */
  readonly isHurried: boolean;
};

/** `dataChannel` carries frames in order, `message` one at a time, each with an answer; `none` carries nothing. */
export type ExactWire = 'dataChannel' | 'message' | 'none';

export type ExactEvent =
  /** The outbox sends a chunk of T.140 characters. */
  | { readonly type: 'chunk'; readonly chunkId: number; readonly characters: string }
  /** Frames are written to another wire, or to a new one of the same kind. */
  | { readonly type: 'wireChanged'; readonly wire: ExactWire }
  /** A message came on any wire. */
  | { readonly type: 'received'; readonly data: string }
  /** The frame by MESSAGE has got its answer; `isTaken`: a 2xx. */
  | { readonly type: 'answered'; readonly frameId: number; readonly isTaken: boolean }
  | { readonly type: 'timerFired'; readonly timer: ExactTimer }
  /** This side is about to end the call. */
  | { readonly type: 'hurried' }
  /** Nothing can be written any more; reports may still come. */
  | { readonly type: 'closed' };

export type ExactTimer = 'report' | 'retry';

export type ExactEffect =
  | { readonly do: 'write'; readonly frameId: number; readonly data: string }
  | { readonly do: 'startTimer'; readonly timer: ExactTimer; readonly delayMs: number }
  /** New T.140 characters of the peer. */
  | { readonly do: 'receive'; readonly characters: string }
  | { readonly do: 'deliver'; readonly chunkIds: readonly number[] }
  /** Chunks up to this one may not have arrived, and are not sent again. */
  | { readonly do: 'fail'; readonly chunkId: number };

export type ExactStep = { readonly state: ExactText; readonly effects: readonly ExactEffect[] };

export const initialExactText: ExactText = {
  sender: initialSender,
  have: 0,
  wire: 'none',
  awaited: undefined,
  nextFrameId: 1,
  report: 'none',
  isAsking: false,
  reportedAt: Number.NEGATIVE_INFINITY,
  asksLeft: MOST_ASKS,
  retryMs: RETRY_MS.shortest,
  isReportTimerRunning: false,
  isRetryTimerRunning: false,
  isHurried: false,
};

/** Whether the peer has not reported all text of this side. */
export const isUnreported = ({ sender }: ExactText): boolean => sender.chunks.length > 0;

/**
 * The first chunk that has surely not been sent; undefined if there is none.
 * @param isPeerAway the server has not forwarded the MESSAGE that waits for its answer
 */
export const firstUnsentIn = ({ sender, awaited }: ExactText, isPeerAway: boolean): number | undefined =>
  firstChunkFrom(sender, (isPeerAway ? awaited?.newFrom : undefined) ?? sender.highest);

const stay = (state: ExactText): ExactStep => ({ state, effects: [] });

function then(step: ExactStep, next: (state: ExactText) => ExactStep): ExactStep {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** Writes one frame: the next text, if there is some, and what this side has. */
function writeOne(state: ExactText, now: number): ExactStep {
  const { sender, position, characters } = writeNext(state.sender, LONGEST_FRAME);
  const { nextFrameId: frameId, have, isAsking } = state;
  const data = writeFrame({ position, kept: keptFrom(sender), have, isAsking, characters });
  return {
    state: {
      ...state,
      sender,
      nextFrameId: frameId + 1,
      report: 'none',
      isAsking: false,
      reportedAt: now,
      ...(state.wire === 'message'
        ? { awaited: { frameId, end: sender.written, newFrom: state.sender.highest } }
        : {}),
    },
    effects: [{ do: 'write', frameId, data }],
  };
}

/** Writes a report without text, at most one each {@link REPORT_INTERVAL_MS}. */
function writeReport(state: ExactText, now: number): ExactStep {
  if (state.report === 'none') return stay(state);
  // The clock may have been set back.
  const since = Math.abs(now - state.reportedAt);
  if (state.report === 'now' || state.isHurried || since >= REPORT_INTERVAL_MS) return writeOne(state, now);
  if (state.isReportTimerRunning) return stay(state);
  return {
    state: { ...state, isReportTimerRunning: true },
    effects: [{ do: 'startTimer', timer: 'report', delayMs: REPORT_INTERVAL_MS - since }],
  };
}

/** Writes what is due and what the wire takes. */
function flush(state: ExactText, now: number): ExactStep {
  switch (state.wire) {
    case 'none':
      return stay(state);
    case 'dataChannel':
      return hasUnwritten(state.sender)
        ? then(writeOne(state, now), (after) => flush(after, now))
        : writeReport(state, now);
    case 'message': {
      // The answer to a MESSAGE tells the peer enough: only a new wire and missing text need a report.
      const isDue = hasUnwritten(state.sender) || state.report === 'now';
      const mustWait = state.awaited !== undefined || state.isRetryTimerRunning;
      return isDue && !mustWait ? writeOne(state, now) : stay(state);
    }
  }
}

function keep(state: ExactText, chunkId: number, sent: string): ExactStep {
  const characters = countable(sent);
  // What does not count needs no report.
  if (characters === '') return { state, effects: [{ do: 'deliver', chunkIds: [chunkId] }] };
  const { sender, isGivenUp } = keepChunk(state.sender, { chunkId, characters }, MOST_KEPT);
  return { state: { ...state, sender }, effects: isGivenUp ? [{ do: 'fail', chunkId }] : [] };
}

/** Takes a report of the peer. */
function hear(state: ExactText, have: number): ExactStep {
  const { sender, arrived } = takeReport(state.sender, have);
  if (sender === state.sender) return stay(state);
  return {
    state: { ...state, sender, asksLeft: MOST_ASKS },
    effects: arrived.length === 0 ? [] : [{ do: 'deliver', chunkIds: arrived }],
  };
}

/** Writes text again that the peer misses. */
const answerAsking = (state: ExactText, { have, isAsking }: TextFrame): ExactText =>
  isAsking && state.asksLeft > 0
    ? { ...state, sender: rewind(state.sender, have), asksLeft: state.asksLeft - 1 }
    : state;

/** Takes the text of a frame; a frame with text is reported even if all of it was known. */
function read(state: ExactText, frame: TextFrame): ExactStep {
  const { have, characters, isAhead } = takeFrame(state.have, frame);
  const isTold = !isAhead && have === state.have && frame.characters === '';
  const report = state.report === 'now' || isTold ? state.report : 'paced';
  // By MESSAGE no report follows by itself.
  const asking = isAhead && state.wire === 'message' ? 'now' : report;
  return {
    state: { ...state, have, report: asking, isAsking: state.isAsking || isAhead },
    effects: characters === '' ? [] : [{ do: 'receive', characters }],
  };
}

function receive(state: ExactText, data: string): ExactStep {
  const frame = readFrame(data);
  // Text that is not counted is read as it comes.
  if (frame === undefined)
    return { state, effects: data === '' ? [] : [{ do: 'receive', characters: data }] };
  return then(hear(state, frame.have), (heard) => read(answerAsking(heard, frame), frame));
}

/** Sends a frame again later that was refused or lost. */
function retry(state: ExactText): ExactStep {
  const { retryMs, sender } = state;
  return {
    state: {
      ...state,
      sender: rewind(sender),
      report: 'now',
      isRetryTimerRunning: true,
      retryMs: Math.min(RETRY_MS.longest, 2 * retryMs),
    },
    effects: [{ do: 'startTimer', timer: 'retry', delayMs: retryMs }],
  };
}

function answered(state: ExactText, frameId: number, isTaken: boolean): ExactStep {
  const { awaited } = state;
  if (awaited?.frameId !== frameId) return stay(state);
  const free = { ...state, awaited: undefined };
  if (isTaken) return hear({ ...free, retryMs: RETRY_MS.shortest }, awaited.end);
  return state.wire === 'message' ? retry(free) : stay(free);
}

function change(state: ExactText, event: ExactEvent): ExactStep {
  switch (event.type) {
    case 'chunk':
      return keep(state, event.chunkId, event.characters);
    case 'wireChanged':
      return stay({
        ...state,
        sender: rewind(state.sender),
        wire: event.wire,
        awaited: undefined,
        report: 'now',
        asksLeft: MOST_ASKS,
        retryMs: RETRY_MS.shortest,
      });
    case 'received':
      return receive(state, event.data);
    case 'answered':
      return answered(state, event.frameId, event.isTaken);
    case 'timerFired':
      return stay(
        event.timer === 'report'
          ? { ...state, isReportTimerRunning: false }
          : { ...state, isRetryTimerRunning: false },
      );
    case 'hurried':
      return stay({ ...state, isHurried: true });
    case 'closed':
      return stay({ ...state, wire: 'none' });
  }
}

/** One step of the machine; it answers every event in every state. `now` is in milliseconds. */
export const stepExactText = (state: ExactText, event: ExactEvent, now: number): ExactStep =>
  then(change(state, event), (changed) => flush(changed, now));
