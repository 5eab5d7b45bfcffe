import {
  type CallEnding,
  type CallKind,
  callKindOf,
  MEDIA_KINDS,
  type MediaKind,
  outcomeOfStatus,
} from '../domain/calls/call-outcome.ts';
import type { CallRecord } from '../domain/calls/call-record.ts';
import type { CallStart, CallWatch, WatchCalls } from '../domain/calls/call-watch.ts';
import type { EventLog } from '../domain/event-log.ts';
import { createKeyedRateLimit } from '../domain/limits/keyed-rate-limit.ts';
import { CALL_RECORD_LIMITS } from '../domain/limits/limits.ts';
import type { Meter } from '../domain/meter.ts';
import { nothing } from '../domain/nothing.ts';
import type { RecordWriter } from './record-writer.ts';

type OpenCall = {
  readonly id: string;
  readonly callId: string;
  readonly caller: string;
  readonly callee: string;
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  readonly offered: readonly MediaKind[];
  readonly used: Set<MediaKind>;
  hasRung: boolean;
  answeredAt: number | undefined;
  /** Dialogs of the call: two while one replaces the other (decision D81). */
  dialogs: number;
  /** The time of this call: since it began, or was taken up after a restart, the wall clock may have been set. */
  readonly now: () => number;
  readonly isRecorded: boolean;
};

/** Numbers of calls by kind. */
type CallsByKind = Readonly<Record<CallKind, number>>;

export type CallsWatched = WatchCalls & {
  /** The calls that ring, and those that are answered, now. */
  running(): { readonly ringing: CallsByKind; readonly answered: CallsByKind };
  /** The calls of an earlier run that nothing has resumed. */
  lost(): readonly CallRecord[];
};

type Options = {
  readonly meter: Pick<Meter, 'callRang' | 'callSetUp' | 'callEnded' | 'refused'>;
  readonly log: Pick<EventLog, 'info'>;
  /** Stores the calls; absent = no call is recorded. */
  readonly records?: Pick<RecordWriter, 'put'> | undefined;
  /** Calls of an earlier run that had not ended. */
  readonly earlier?: readonly CallRecord[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  readonly createId: () => string;
};

type Ended = Pick<CallRecord, 'endedAt' | 'status' | 'ending'>;
const OPEN: Ended = { endedAt: undefined, status: undefined, ending: undefined };

const none = (): Record<CallKind, number> => ({ video: 0, voice: 0, text: 0, other: 0 });
const cut = (text: string): string => text.slice(0, CALL_RECORD_LIMITS.textLength);

/**
 * Follows every call of the embedded SIP server for the metrics, the records and the log: one entry for each call,
 * however many devices it is forked to, dialogs it has, and runs of the server it outlives.
 */
export function watchCalls(options: Options): CallsWatched {
  const { meter, log, records, earlier = [], now, elapsedMs, createId } = options;
  const open = new Map<string, OpenCall>();
  const resumable = new Map(earlier.map((record) => [record.id, record]));
  const isWithinAccount = createKeyedRateLimit(CALL_RECORD_LIMITS.ofAccount, elapsedMs);
  const isWithinAnonymous = createKeyedRateLimit(CALL_RECORD_LIMITS.ofAnonymous, elapsedMs);

  const kindOf = ({ offered, used, answeredAt }: OpenCall): CallKind =>
    callKindOf(answeredAt === undefined ? offered : used);

  /** A clock that goes on from now and cannot be set. */
  function timeFromNow(): () => number {
    const ahead = now() - elapsedMs();
    return () => ahead + elapsedMs();
  }

  function store(call: OpenCall, state: Ended): void {
    if (!call.isRecorded || records === undefined) return;
    const { id, callId, caller, callee, beganAt, answeredAt, offered } = call;
    const used = MEDIA_KINDS.filter((kind) => call.used.has(kind));
    const isKept = records.put({ id, callId, caller, callee, beganAt, answeredAt, offered, used, ...state });
    if (!isKept) meter.refused('call_records');
  }

  function close(call: OpenCall, state: Ended): void {
    open.delete(call.id);
    store(call, state);
    if (!call.isRecorded) return;
    const { callId, answeredAt } = call;
    const { status, ending, endedAt = 0 } = state;
    const seconds = answeredAt === undefined ? 0 : Math.round((endedAt - answeredAt) / 1000);
    log.info({ event: 'call_ended', callId, kind: kindOf(call), status, ending, seconds });
  }

  function watchOf(call: OpenCall): CallWatch {
    const { id } = call;
    const isOpen = (): boolean => open.get(id) === call;
    function ended(ending: CallEnding): void {
      if (!isOpen() || call.answeredAt === undefined) return;
      call.dialogs -= 1;
      if (call.dialogs > 0) return;
      const endedAt = call.now();
      meter.callEnded(kindOf(call), ending, endedAt - call.answeredAt);
      close(call, { endedAt, status: 200, ending });
    }
    const watch: CallWatch = {
      id,
      rang() {
        if (!isOpen() || call.hasRung || call.answeredAt !== undefined) return;
        call.hasRung = true;
        meter.callRang(call.now() - call.beganAt);
      },
      refused(status) {
        if (!isOpen() || call.answeredAt !== undefined) return;
        const endedAt = call.now();
        meter.callSetUp(kindOf(call), outcomeOfStatus(status), endedAt - call.beganAt);
        close(call, { endedAt, status, ending: 'notAnswered' });
      },
      answered(media) {
        if (!isOpen() || call.answeredAt !== undefined) return;
        call.answeredAt = call.now();
        call.dialogs = 1;
        for (const kind of media) call.used.add(kind);
        meter.callSetUp(kindOf(call), 'answered', call.answeredAt - call.beganAt);
        store(call, { ...OPEN, status: 200 });
      },
      agreed(media) {
        if (!isOpen() || media.every((kind) => call.used.has(kind))) return;
        for (const kind of media) call.used.add(kind);
        store(call, { ...OPEN, status: 200 });
      },
      ended,
      takeOver() {
        // The call goes on while the INVITE is under way, even if the replaced dialog ends first.
        call.dialogs += 1;
        return {
          ...watch,
          rang: nothing,
          refused: () => ended('connectionLost'),
          answered: (media) => watch.agreed(media),
        };
      },
    };
    return watch;
  }

  return {
    begin({ callId, caller, callee, isAnonymous, offered }: CallStart) {
      const isRecorded = isAnonymous ? isWithinAnonymous('') : isWithinAccount(caller);
      if (!isRecorded && records !== undefined) meter.refused('call_records');
      const time = timeFromNow();
      const call: OpenCall = {
        id: createId(),
        callId: cut(callId),
        caller: cut(caller),
        callee: cut(callee),
        beganAt: time(),
        offered,
        used: new Set(),
        hasRung: false,
        answeredAt: undefined,
        dialogs: 0,
        now: time,
        isRecorded,
      };
      open.set(call.id, call);
      store(call, OPEN);
      return watchOf(call);
    },
    resume(id) {
      const record = resumable.get(id);
      if (record?.answeredAt === undefined) return undefined;
      resumable.delete(id);
      const call: OpenCall = {
        ...record,
        used: new Set(record.used),
        hasRung: true,
        dialogs: 1,
        now: timeFromNow(),
        isRecorded: true,
      };
      open.set(id, call);
      return watchOf(call);
    },
    lost: () => [...resumable.values()],
    running() {
      const ringing = none();
      const answered = none();
      for (const call of open.values())
        (call.answeredAt === undefined ? ringing : answered)[kindOf(call)] += 1;
      return { ringing, answered };
    },
  };
}
