import { foldText, type HistoryEntry } from '@samtal/api-contract';
import { plainAddress } from '../../client/people/known-names.ts';
import { nameOf as localPartOf } from '../../client/people/remote-user-name.ts';
import { wasOverlooked } from '../../client/records/missed-calls.ts';

/** A row of the list: one call, or several calls with one person that follow each other (decision D62). */
export type HistoryItem = {
  /** The calls of the row, newest first; at least one. */
  readonly entries: readonly HistoryEntry[];
  readonly latest: HistoryEntry;
  /** `single`: one call; `closed` and `open`: a group; `member`: a call of the open group above it. */
  readonly kind: 'single' | 'closed' | 'open' | 'member';
};

export const keyOfItem = ({ latest, kind }: HistoryItem): string =>
  kind === 'member' ? `member ${latest.id}` : latest.id;

/** The name under which a call is shown, and searched for. */
export type NameOfEntry = (entry: HistoryEntry) => string;

/**
 * What calls of one row have in common. The server records a caller without a name by the address, a browser
 * by its user part.
 */
function groupOf(entry: HistoryEntry, nameOf: NameOfEntry): string {
  const name = nameOf(entry);
  const shown = name === entry.sipAddress ? localPartOf({ address: name }) : name;
  return `${wasOverlooked(entry)} ${plainAddress(entry.sipAddress)} ${shown}`;
}

/**
 * The rows for calls in their order. Neighbours with the same person become one row, but a row never has both
 * answered calls and calls that the user may have overlooked.
 * @param opened ids of calls; a group that contains one of them is open
 */
export function historyItems(
  entries: readonly HistoryEntry[],
  nameOf: NameOfEntry,
  opened: ReadonlySet<string>,
): readonly HistoryItem[] {
  const groups: { key: string; latest: HistoryEntry; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const key = groupOf(entry, nameOf);
    const last = groups.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else groups.push({ key, latest: entry, entries: [entry] });
  }
  return groups.flatMap(({ latest, entries: calls }): HistoryItem[] => {
    if (calls.length === 1) return [{ latest, entries: calls, kind: 'single' }];
    if (!calls.some(({ id }) => opened.has(id))) return [{ latest, entries: calls, kind: 'closed' }];
    return [
      { latest, entries: calls, kind: 'open' },
      ...calls.map((call): HistoryItem => ({ latest: call, entries: [call], kind: 'member' })),
    ];
  });
}

/** A row for each call. */
export const singleItems = (entries: readonly HistoryEntry[]): readonly HistoryItem[] =>
  entries.map((entry) => ({ latest: entry, entries: [entry], kind: 'single' }));

/**
 * Whether every term is in the name, the address or the text of the call.
 * @param terms folded; see `searchTerms`
 */
export function isFound(entry: HistoryEntry, nameOf: NameOfEntry, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const { sipAddress, contactName, receivedText, sentText } = entry;
  const place = foldText([nameOf(entry), sipAddress, contactName, receivedText, sentText].join('\n'));
  return terms.every((term) => place.includes(term));
}

/** `opened` with the group open if it was closed, and closed if it was open. */
export function toggled(opened: ReadonlySet<string>, { entries, kind }: HistoryItem): ReadonlySet<string> {
  const next = new Set(opened);
  for (const { id } of entries) {
    if (kind === 'open') next.delete(id);
    else next.add(id);
  }
  return next;
}
