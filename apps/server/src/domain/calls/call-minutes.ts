import { LISTED_KINDS } from '@samtal/api-contract';
import { type CallKind, callKindOf } from './call-outcome.ts';
import type { ListedCallRecord } from './call-record.ts';
import { dayOf } from './day-span.ts';

/** The answered calls of one organisation, day and kind. */
export type CallMinutes = {
  /** Day in UTC on which the calls were answered, such as `2026-11-25`. */
  readonly day: string;
  readonly organisation: number;
  readonly kind: CallKind;
  calls: number;
  seconds: number;
};

/** The organisations of a call: one, if both users belong to the same. */
const organisationsOf = ({ callerOrganisation, calleeOrganisation }: ListedCallRecord): Set<number> =>
  new Set([callerOrganisation, calleeOrganisation].filter((each) => each !== undefined));

/**
 * Adds up the answered calls that have ended. A call between two organisations counts for each of them; a call over
 * midnight counts for the day on which it was answered.
 */
export function countMinutes() {
  const sums = new Map<string, CallMinutes>();
  return {
    add(record: ListedCallRecord): void {
      const { answeredAt, endedAt, used } = record;
      if (answeredAt === undefined || endedAt === undefined) return;
      const day = dayOf(answeredAt);
      const kind = callKindOf(used);
      for (const organisation of organisationsOf(record)) {
        const key = JSON.stringify([day, organisation, kind]);
        const sum = sums.get(key) ?? { day, organisation, kind, calls: 0, seconds: 0 };
        sum.calls += 1;
        sum.seconds += Math.max(0, endedAt - answeredAt) / 1000;
        sums.set(key, sum);
      }
    },
    /** Ordered by day, organisation and kind. */
    sums: (): readonly CallMinutes[] =>
      [...sums.values()].toSorted(
        (one, two) =>
          one.day.localeCompare(two.day) ||
          one.organisation - two.organisation ||
          LISTED_KINDS.indexOf(one.kind) - LISTED_KINDS.indexOf(two.kind),
      ),
  };
}
