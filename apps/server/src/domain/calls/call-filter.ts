import { foldText } from '@samtal/api-contract';
import { type CallKind, type CallOutcome, callKindOf, outcomeOfStatus } from './call-outcome.ts';
import type { CallRecord } from './call-record.ts';

/** How a call is listed: it goes on, or how its set-up ended. */
export type ListedOutcome = CallOutcome | 'running';

export function listedOutcomeOf({ endedAt, answeredAt, status }: CallRecord): ListedOutcome {
  if (endedAt === undefined) return 'running';
  return answeredAt === undefined ? outcomeOfStatus(status ?? 0) : 'answered';
}

/** The media by which a call is listed: what was used, or offered if it was not answered. */
export const listedMediaOf = ({ answeredAt, offered, used }: CallRecord) =>
  answeredAt === undefined ? offered : used;

/** Which calls an operator looks for. */
export type CallWish = {
  /** Folded words, all of which must be in the address of one end. */
  readonly terms: readonly string[];
  /** Addresses of people whose names have these words. */
  readonly addresses: ReadonlySet<string>;
  readonly outcome: ListedOutcome | undefined;
  readonly kind: CallKind | undefined;
};

/** Whether a call is one of those. */
export function isWished(record: CallRecord, { terms, addresses, outcome, kind }: CallWish): boolean {
  if (outcome !== undefined && listedOutcomeOf(record) !== outcome) return false;
  if (kind !== undefined && callKindOf(listedMediaOf(record)) !== kind) return false;
  if (terms.length === 0) return true;
  return [record.caller, record.callee].some((end) => {
    if (end === '') return false;
    const text = foldText(end);
    return addresses.has(end) || terms.every((term) => text.includes(term));
  });
}
