import { HISTORY_PAGE, type HistoryAnswer, type HistoryEntry } from '@samtal/api-contract';
import type { HistoryQuestion } from '../ports/history-api.ts';
import type { ApiResult } from '../ports/user-api.ts';

/** The loaded part of the history, newest first. */
export type HistoryList = {
  readonly entries: readonly HistoryEntry[];
  /** The cursor for older calls; null = there are none. */
  readonly next: string | null;
};

export type ReadPage = (question: HistoryQuestion) => Promise<ApiResult<HistoryAnswer>>;

/** The most calls that a refresh loads again; older entries stay as they were loaded. */
const REREAD_MOST = 1000;

/** Reads the newest `wanted` calls, page after page. */
async function readNewest(
  readPage: ReadPage,
  wanted: number,
  isMissedOnly: boolean,
): Promise<ApiResult<HistoryList>> {
  const entries: HistoryEntry[] = [];
  let next: string | null | undefined;
  while (entries.length < wanted && next !== null) {
    const limit = Math.min(wanted - entries.length, HISTORY_PAGE.most);
    const page = await readPage({ before: next, limit, isMissedOnly });
    if (!page.ok) return page;
    entries.push(...page.value.entries);
    next = page.value.next;
  }
  return { ok: true, value: { entries, next: next ?? null } };
}

/**
 * The calls just read, followed by the older shown calls, which are not read again if more than `REREAD_MOST`
 * are shown.
 */
function withOlder(read: HistoryList, shown: HistoryList): HistoryList {
  const last = read.entries.at(-1);
  if (last === undefined || read.next === null || shown.entries.length <= REREAD_MOST) return read;
  const ids = new Set(read.entries.map(({ id }) => id));
  const older = shown.entries.filter(({ id, timestamp }) => timestamp <= last.timestamp && !ids.has(id));
  return { entries: [...read.entries, ...older], next: shown.next };
}

/** Reads the shown calls again, at most `REREAD_MOST`; older entries stay as they were. */
export async function readAgain(
  readPage: ReadPage,
  shown: HistoryList | undefined,
  isMissedOnly: boolean,
): Promise<ApiResult<HistoryList>> {
  const wanted = Math.min(Math.max(shown?.entries.length ?? 0, HISTORY_PAGE.initial), REREAD_MOST);
  const read = await readNewest(readPage, wanted, isMissedOnly);
  return read.ok && shown !== undefined ? { ok: true, value: withOlder(read.value, shown) } : read;
}

/** The shown calls followed by those of `page`; no call is listed twice. */
export function withPage(shown: HistoryList, page: HistoryAnswer): HistoryList {
  const ids = new Set(shown.entries.map(({ id }) => id));
  return {
    entries: [...shown.entries, ...page.entries.filter(({ id }) => !ids.has(id))],
    next: page.next,
  };
}
