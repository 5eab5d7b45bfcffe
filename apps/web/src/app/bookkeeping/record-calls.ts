import { HISTORY_TEXT_MAX_LENGTH, type HistoryRecord, historyIdOf } from '@samtal/api-contract';
import {
  type CallClient,
  type CallIdentity,
  type CallState,
  type ClientState,
  conversationOf,
  incomingText,
  type LocalOutcome,
  type RemoteOutcome,
  type TextState,
} from '@samtal/call-core';
import { arrivedText, graphemeBoundaryAfter, type Run } from '@samtal/realtime-text';
import type { NamedRun, ThreeTexts } from '../../client/calling/three-texts.ts';
import { type KnownNames, withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import type { CallHistory } from '../../client/records/history.ts';

/** The data of the call in progress, or of the one that has just ended. */
type CallTrace = {
  readonly call: CallIdentity;
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  readonly acceptedAt?: number;
  /** The end of the conversation; ending the call itself may take a moment longer. */
  readonly endedAt?: number;
  /** Set once the call has been accepted. */
  readonly text?: TextState;
  /** The conversation of all three, if the call was one of three (decision D102). */
  readonly all?: Conversation;
};

/**
 * Whether calls with this outcome are recorded. Attempts by users who could not be signed in are not calls of
 * an account.
 */
const isRecorded: Readonly<Record<LocalOutcome | RemoteOutcome, boolean>> = {
  canceledLocal: true,
  rejectedLocal: true,
  terminatedLocal: true,
  busy: true,
  rejectedRemote: true,
  canceledRemote: true,
  terminatedRemote: true,
  failed: true,
  unknownNumber: true,
  unregisteredNumber: true,
  authenticationError: false,
  tokenInvalid: false,
  tokenExpired: false,
};

/** The most runs of a transcript that the API accepts; a conversation has some hundred. */
const MOST_RUNS = 5000;
/**
 * The most UTF-16 units that are kept of each author's text. A record contains both texts twice, alone and in
 * the transcript: at most four times as many units. Their UTF-8 form still fits into one request.
 */
const MOST_UNITS = Math.floor(HISTORY_TEXT_MAX_LENGTH / 2);
const LONGEST_NAME = 255;
const LONGEST_CALL_S = 31_536_000;

/** The call's data `before`, updated with its new state. */
function traceCall(before: CallTrace | undefined, { call, text }: BegunCall, now: number): CallTrace {
  // A call that goes on after a reload of the page began before it.
  const beganAt = call.phase === 'accepted' ? call.acceptedAt : now;
  const trace = before ?? { call: call.call, beganAt };
  if (call.phase === 'accepted') return { ...trace, acceptedAt: trace.acceptedAt ?? call.acceptedAt, text };
  return trace.acceptedAt === undefined ? trace : { ...trace, endedAt: trace.endedAt ?? now, text };
}

/** A call that has begun, and its text. */
type BegunCall = {
  readonly call: Exclude<CallState, { readonly phase: 'idle' }>;
  readonly text: TextState;
};

/** The calls of this client: in front, behind it (decision D85), and beside both (decision D89). */
const callsIn = (state: ClientState): readonly BegunCall[] =>
  [state, state.behind, state.beside].flatMap((parts) =>
    parts === undefined || parts.call.phase === 'idle' ? [] : [{ call: parts.call, text: parts.text }],
  );

type Conversation = readonly NamedRun[];

type FinishedCall = Extract<CallState, { readonly outcome: unknown }>;

const missed = { outcome: 'canceledRemote', isMissed: true } as const;

/**
 * The history record of a finished call; undefined if the call is not recorded, or if another device records
 * it.
 */
function recordOf(
  trace: CallTrace,
  finished: FinishedCall,
  now: number,
  names: KnownNames,
): HistoryRecord | undefined {
  const { call } = finished;
  const isMissed = finished.phase === 'ended' && finished.isMissed === true;
  // A missed call counts as cancelled by the caller, also if the user was just answering it (decision D36).
  const outcome = isMissed ? missed.outcome : finished.outcome;
  const { direction, callId, remoteUser } = call;
  if (!isRecorded[outcome]) return undefined;
  // Another device has answered or declined the call, and records it.
  if (outcome === missed.outcome && !isMissed) return undefined;
  const { beganAt, acceptedAt, endedAt = now, text } = trace;
  const talkedSeconds = acceptedAt === undefined ? 0 : Math.round((endedAt - acceptedAt) / 1000);
  return {
    id: historyIdOf(direction, callId),
    type: direction,
    answered: acceptedAt !== undefined,
    outcome,
    sipAddress: remoteUser.address.slice(0, LONGEST_NAME),
    contactName: nameOf(withKnownName(remoteUser, names)).slice(0, LONGEST_NAME),
    receivedText: newestOf(text === undefined ? '' : incomingText(text), MOST_UNITS),
    sentText: newestOf(text === undefined ? '' : arrivedText(text.outbox), MOST_UNITS),
    transcript: text === undefined ? [] : transcriptOf(trace.all ?? conversationOf(text), beganAt),
    timestamp: beganAt,
    duration: Math.min(Math.max(0, talkedSeconds), LONGEST_CALL_S),
  };
}

/** The last `length` UTF-16 units of `text` at most; no grapheme is cut in half. */
const newestOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(graphemeBoundaryAfter(text, text.length - length));

/**
 * The transcript: the newest runs of each author, with `isCut` where earlier text of the author is missing.
 */
function transcriptOf(conversation: Conversation, beganAt: number): HistoryRecord['transcript'] {
  const room = { own: MOST_UNITS, other: MOST_UNITS };
  const isCut = { own: false, other: false };
  const kept = conversation.toReversed().map((run, index) => {
    const { author, who = '' } = run;
    const text = index < MOST_RUNS && room[author] > 0 ? newestOf(run.text, room[author]) : '';
    isCut[author] ||= text.length < run.text.length || run.cutBefore !== undefined;
    // Of an author whose run was cut, all earlier text is dropped too, so that nothing is missing in the
    // middle. A name takes room in each run.
    room[author] = text === run.text ? room[author] - text.length - who.length : 0;
    return { ...run, text };
  });
  const transcript = kept.toReversed().filter(({ text }) => text !== '');
  const first = (author: Run['author']) => transcript.findIndex((run) => run.author === author);
  const marked = new Set((['own', 'other'] as const).filter((author) => isCut[author]).map(first));
  return transcript.map(({ author, text, isDoubtful, beganAt: at, who }, index) => ({
    author,
    ...(who && { name: who.slice(0, LONGEST_NAME) }),
    text,
    offsetMs: Math.min(Math.max(0, at - beganAt), LONGEST_CALL_S * 1000),
    ...(marked.has(index) ? { isCut: true } : {}),
    ...(isDoubtful === true ? { isDoubtful } : {}),
  }));
}

export type RecordingOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'onTurnedAway'>;
  readonly history: Pick<CallHistory, 'add'>;
  readonly names: () => KnownNames;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The conversations of calls of three (decision D102). */
  readonly threeTexts?: (() => Pick<ThreeTexts, 'of'> | undefined) | undefined;
  /**
   * Calls `then` after the screens have shown the new state: a text field that is removed hands over the text
   * that an input method was still composing.
   */
  readonly afterScreens: (then: () => void) => void;
};

/** Records every call of this device when it ends (decisions D14, D41). */
export function recordCalls(options: RecordingOptions): void {
  const { client, history, names, now, afterScreens, threeTexts } = options;
  const traces = new Map<string, CallTrace>();
  const recorded = new Set<string>();
  const followCall = (begun: BegunCall): void => {
    const { call } = begun;
    const { callId } = call.call;
    const trace = traceCall(traces.get(callId), begun, now());
    traces.set(callId, trace);
    // While this client ends a call, confirmations of its last characters may still arrive.
    const isOver = call.phase === 'ending' ? call.isClosed === true : 'outcome' in call;
    if (!isOver || !('outcome' in call)) return;
    if (recorded.has(callId)) return;
    recorded.add(callId);
    afterScreens(() => {
      const all = threeTexts?.()?.of(callId, names())?.runs;
      add(recordOf({ ...(traces.get(callId) ?? trace), ...(all && { all }) }, call, now(), names()));
    });
  };
  const follow = (): void => {
    const calls = callsIn(client.getState());
    for (const gone of traces.keys())
      if (!calls.some(({ call }) => call.call.callId === gone)) {
        traces.delete(gone);
        recorded.delete(gone);
      }
    for (const call of calls) followCall(call);
  };
  function add(call: HistoryRecord | undefined): void {
    if (call !== undefined) void history.add(call);
  }
  follow();
  client.subscribe(follow);
  client.onTurnedAway((call) => {
    add(recordOf({ call, beganAt: now() }, { phase: 'ended', call, ...missed }, now(), names()));
  });
}
