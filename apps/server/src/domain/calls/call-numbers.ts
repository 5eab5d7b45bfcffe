import { type ListedOutcome, listedMediaOf, listedOutcomeOf } from './call-filter.ts';
import { type CallKind, callKindOf } from './call-outcome.ts';
import type { CallRecord } from './call-record.ts';
import { dayOf } from './day-span.ts';

/** Set-up times are counted in tenths of a second; above ten minutes they count as ten minutes. */
const TENTHS = 10;
const MOST_TENTHS = 600 * TENTHS;

type Count = {
  readonly day: string;
  readonly outcome: ListedOutcome;
  readonly kind: CallKind;
  calls: number;
};

/** The answered calls of a day. */
export type AnsweredDay = {
  readonly day: string;
  readonly answered: number;
  readonly withText: number;
  /** Seconds from the begin to the answer: half of the calls were answered by then, and nineteen of twenty. */
  readonly setUpHalf: number;
  readonly setUpMost: number;
};

type Day = { answered: number; withText: number; readonly times: Map<number, number> };

/** The seconds within which a part of the calls was answered. */
function secondsFor(part: number, { answered, times }: Day): number {
  let seen = 0;
  for (const [tenths, calls] of [...times].toSorted(([one], [other]) => one - other)) {
    seen += calls;
    if (seen >= part * answered) return tenths / TENTHS;
  }
  return 0;
}

/** Counts calls by the day in UTC on which they began. */
export function countCalls() {
  const counts = new Map<string, Count>();
  const days = new Map<string, Day>();
  return {
    add(record: CallRecord): void {
      const { beganAt, answeredAt } = record;
      const day = dayOf(beganAt);
      const media = listedMediaOf(record);
      const outcome = listedOutcomeOf(record);
      const kind = callKindOf(media);
      const key = `${day} ${outcome} ${kind}`;
      const count = counts.get(key) ?? { day, outcome, kind, calls: 0 };
      counts.set(key, count);
      count.calls += 1;
      if (answeredAt === undefined) return;
      const answered = days.get(day) ?? { answered: 0, withText: 0, times: new Map<number, number>() };
      days.set(day, answered);
      answered.answered += 1;
      if (media.includes('text')) answered.withText += 1;
      const tenths = Math.min(MOST_TENTHS, Math.max(0, Math.round((answeredAt - beganAt) / (1000 / TENTHS))));
      answered.times.set(tenths, (answered.times.get(tenths) ?? 0) + 1);
    },
    /** Ordered by day. */
    calls: (): readonly Readonly<Count>[] =>
      [...counts.values()].toSorted((one, other) => one.day.localeCompare(other.day)),
    days: (): readonly AnsweredDay[] =>
      [...days]
        .map(([day, found]) => ({
          day,
          answered: found.answered,
          withText: found.withText,
          setUpHalf: secondsFor(0.5, found),
          setUpMost: secondsFor(0.95, found),
        }))
        .toSorted((one, other) => one.day.localeCompare(other.day)),
  };
}
