import type {
  AuthoredRun,
  CallText,
  ClientState,
  InSightText,
  RemoteUser,
  Span,
  TextTransportName,
  TimedRun,
} from '@samtal/call-core';
import { type DoubtInWords, doubtsInWords, unconfirmedText } from '@samtal/realtime-text';
import type { KnownNames } from '../people/known-names.ts';
import { namesApart } from '../people/names-apart.ts';
import { createLinesInTime, type LinesInTime } from './lines-in-time.ts';

/** A run with the name of the remote user who wrote it; absent for the own user. */
export type NamedRun = TimedRun & { readonly who?: string };

/** The text of all three, seen from one call of this side, and the names of the two others. */
export type ThreeText = {
  readonly runs: readonly NamedRun[];
  readonly people: readonly string[];
  /** Own text that one of the two others may see differently, with their name (decision D41). */
  readonly doubts: readonly (DoubtInWords & { readonly who: string })[];
  /** The longest own text whose delivery to one of them takes unusually long; '' = none. */
  readonly late: string;
  /** How text is carried to all who are still there; undefined = not the same for both. */
  readonly transport: TextTransportName | undefined;
};

/** The conversations of calls of three (decision D102). */
export type ThreeTexts = {
  /** Undefined = the call was never one of three. */
  of(callId: string, names: KnownNames): ThreeText | undefined;
  /** The names of both others; the code for it is loaded with the rest. */
  readonly namesApart: typeof namesApart;
};

/** Two calls that were in sight together, with what is known of each. */
type Pair = {
  /** How much own text each call had before; it changes with that text. */
  before: InSightText['before'];
  /** Parts of it that both calls have. */
  shared: InSightText['shared'];
  readonly parts: Map<string, CallText>;
  readonly lines: LinesInTime;
};

type Merge = (
  first: CallText,
  second: CallText,
  before: number,
  shared?: readonly Span[],
) => readonly AuthoredRun[];

type Options = {
  readonly getState: () => ClientState;
  readonly subscribe: (listener: () => void) => unknown;
  readonly merge: Merge;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const textOf = ({ before, shared }: InSightText): Pick<Pair, 'before' | 'shared'> => ({ before, shared });

const userOf = ({ call }: CallText): RemoteUser =>
  call.phase === 'idle' ? { address: '' } : call.call.remoteUser;

const idOf = ({ call }: CallText): string => (call.phase === 'idle' ? '' : call.call.callId);

function transportOf(both: readonly CallText[]): TextTransportName | undefined {
  const [one, other = one] = both.flatMap(({ call }) =>
    call.phase === 'accepted' ? [call.media.textTransport] : [],
  );
  return one === other ? one : undefined;
}

/** Keeps the text of a user who has left as long as the call with the other one is shown. */
export function createThreeTexts({ getState, subscribe, merge, now }: Options): ThreeTexts {
  let pairs: readonly Pair[] = [];
  function follow(): void {
    const state = getState();
    const { three, behind } = state;
    const present = [state, behind].filter((parts) => parts !== undefined);
    const ids = present.map(idOf);
    if (three !== undefined && 'before' in three) {
      const known = pairs.find(({ before }) => three.callId in before && three.otherId in before);
      if (known === undefined)
        pairs = [...pairs, { ...textOf(three), parts: new Map(), lines: createLinesInTime() }];
      else Object.assign(known, textOf(three));
    }
    pairs = pairs.filter(({ before }) => ids.some((id) => id in before));
    for (const { before, parts, lines } of pairs) {
      for (const one of present) if (idOf(one) in before) parts.set(idOf(one), one);
      const [first, second] = [...parts.values()];
      if (first && second) lines.note(merge(first, second, 0), now());
    }
  }
  subscribe(follow);
  follow();
  return {
    namesApart,
    of(callId, names) {
      const pair = pairs.find(({ before }) => callId in before);
      const first = pair?.parts.get(callId);
      const otherId = Object.keys(pair?.before ?? {}).find((id) => id !== callId) ?? '';
      const second = pair?.parts.get(otherId);
      if (pair === undefined || first === undefined || second === undefined) return undefined;
      const [one, other] = namesApart(userOf(first), userOf(second), names);
      const named = ({ address }: RemoteUser): string => (address === userOf(first).address ? one : other);
      return {
        runs: pair.lines
          .arrange(merge(first, second, pair.before[otherId] ?? 0, pair.shared?.[otherId]))
          .map(({ by, ...run }) => (by === undefined ? run : { ...run, who: named(by) })),
        people: [first, second]
          .filter((parts) => parts === first || parts.call.phase === 'accepted')
          .map((parts) => named(userOf(parts))),
        // The IDs of both calls are one list, and stay the same when one call takes the place of the other.
        doubts: [...pair.parts.values()].flatMap((parts, place) =>
          doubtsInWords(parts.text.outbox).map((doubt) => ({
            ...doubt,
            id: 2 * doubt.id + place,
            who: named(userOf(parts)),
          })),
        ),
        late: [first, second]
          .filter(({ call, text }) => call.phase === 'accepted' && text.isLate)
          .map(({ text }) => unconfirmedText(text.outbox))
          .reduce((longest, text) => (text.length > longest.length ? text : longest), ''),
        transport: transportOf([first, second]),
      };
    },
  };
}
