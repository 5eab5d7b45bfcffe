import {
  type CallEnding,
  type CallKind,
  callKindOf,
  type MediaKind,
  outcomeOfStatus,
} from '../domain/calls/call-outcome.ts';
import type { CallStart, CallWatch, WatchCalls } from '../domain/calls/call-watch.ts';
import type { Meter } from '../domain/meter.ts';
import { nothing } from '../domain/nothing.ts';

type OpenCall = {
  readonly id: string;
  readonly beganAt: number;
  readonly offered: readonly MediaKind[];
  readonly used: Set<MediaKind>;
  hasRung: boolean;
  answeredAt: number | undefined;
  /** Dialogs of the call: two while one replaces the other (decision D81). */
  dialogs: number;
};

/** Numbers of calls by kind. */
export type CallsByKind = Readonly<Record<CallKind, number>>;

export type CallsWatched = WatchCalls & {
  /** The calls that ring, and those that are answered, now. */
  running(): { readonly ringing: CallsByKind; readonly answered: CallsByKind };
};

type Options = {
  readonly meter: Pick<Meter, 'callRang' | 'callSetUp' | 'callEnded'>;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  readonly createId: () => string;
};

const none = (): Record<CallKind, number> => ({ video: 0, voice: 0, text: 0, other: 0 });

/** Follows every call of the embedded SIP server: one entry for each call, however many devices it is forked to. */
export function watchCalls({ meter, elapsedMs, createId }: Options): CallsWatched {
  const open = new Map<string, OpenCall>();
  const kindOf = ({ offered, used, answeredAt }: OpenCall): CallKind =>
    callKindOf(answeredAt === undefined ? offered : used);

  function watchOf(call: OpenCall): CallWatch {
    const { id } = call;
    const isOpen = (): boolean => open.get(id) === call;
    function ended(ending: CallEnding): void {
      if (!isOpen() || call.answeredAt === undefined) return;
      call.dialogs -= 1;
      if (call.dialogs > 0) return;
      open.delete(id);
      meter.callEnded(kindOf(call), ending, elapsedMs() - call.answeredAt);
    }
    const watch: CallWatch = {
      id,
      rang() {
        if (!isOpen() || call.hasRung || call.answeredAt !== undefined) return;
        call.hasRung = true;
        meter.callRang(elapsedMs() - call.beganAt);
      },
      refused(status) {
        if (!isOpen() || call.answeredAt !== undefined) return;
        open.delete(id);
        meter.callSetUp(kindOf(call), outcomeOfStatus(status), elapsedMs() - call.beganAt);
      },
      answered(media) {
        if (!isOpen() || call.answeredAt !== undefined) return;
        call.answeredAt = elapsedMs();
        call.dialogs = 1;
        watch.agreed(media);
        meter.callSetUp(kindOf(call), 'answered', call.answeredAt - call.beganAt);
      },
      agreed(media) {
        for (const kind of media) call.used.add(kind);
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
    begin({ offered }: CallStart) {
      const call: OpenCall = {
        id: createId(),
        beganAt: elapsedMs(),
        offered,
        used: new Set(),
        hasRung: false,
        answeredAt: undefined,
        dialogs: 0,
      };
      open.set(call.id, call);
      return watchOf(call);
    },
    resume: () => undefined,
    running() {
      const [ringing, answered] = [none(), none()];
      for (const call of open.values())
        (call.answeredAt === undefined ? ringing : answered)[kindOf(call)] += 1;
      return { ringing, answered };
    },
  };
}
