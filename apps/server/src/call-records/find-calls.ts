import { type CallWish, isWished } from '../domain/calls/call-filter.ts';
import type { ListedCallRecord } from '../domain/calls/call-record.ts';
import { CONSOLE_LIMITS } from '../domain/limits/limits.ts';
import { nextTurn } from '../storage/database/next-turn.ts';
import type { CallPlace, CallRecordRepository, TimeSpan } from '../storage/repositories/repositories.ts';

export type FoundCalls = {
  readonly calls: readonly ListedCallRecord[];
  /** Where the search goes on; undefined = it is complete. */
  readonly next: CallPlace | undefined;
};

type Search = {
  readonly span: TimeSpan;
  readonly wish: CallWish;
  readonly before: CallPlace | undefined;
  readonly limit: number;
};

const isEverything = ({ terms, outcome, kind }: CallWish): boolean =>
  terms.length === 0 && outcome === undefined && kind === undefined;

/**
 * The last calls that are wished, newest first. A limited number of records is looked through, a part in each turn of
 * the event loop, so a page may have fewer calls than `limit` although more follow.
 */
export async function findCalls(
  callRecords: Pick<CallRecordRepository, 'latest'>,
  { span, wish, before, limit }: Search,
): Promise<FoundCalls> {
  const size = isEverything(wish) ? limit : CONSOLE_LIMITS.recordsPerTurn;
  const calls: ListedCallRecord[] = [];
  let place = before;
  for (let left: number = CONSOLE_LIMITS.recordsPerPage; left > 0; left -= size) {
    await nextTurn();
    const records = await callRecords.latest(size, span, place);
    for (const record of records) {
      place = record;
      if (isWished(record, wish)) calls.push(record);
      if (calls.length === limit) return { calls, next: record };
    }
    if (records.length < size) return { calls, next: undefined };
  }
  return { calls, next: place };
}
