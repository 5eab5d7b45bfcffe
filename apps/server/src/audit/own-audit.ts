import type { FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { OWN_DATA_LIMITS } from '../domain/limits/limits.ts';
import type { SecurityEvent } from '../domain/security-event.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { BORDERS, entryIn } from './audit-entry.ts';
import { openAuditFiles } from './audit-files.ts';

/** An entry of the audit about an account, as its user may see it. */
export type OwnAuditEntry = {
  readonly time: string;
  readonly event: string;
  readonly address?: string | undefined;
  readonly detail?: string | undefined;
};

export type ReadOwnAudit = (username: string) => AsyncGenerator<readonly OwnAuditEntry[], void, undefined>;

/** Entries in one piece of the answer. */
const PER_PIECE = 100;

/** Visitors without the password can cause these events; the network address in them may be that of another person. */
const OF_STRANGERS: readonly SecurityEvent['event'][] = [
  'login_refused',
  'login_held_up',
  'password_reset_requested',
];

type Line = { readonly event: SecurityEvent['event']; readonly entry: OwnAuditEntry };

/** A line about this account; undefined = it is about another one, or cannot be read. */
function lineOf(text: string, username: string): Line | undefined {
  // Most lines are about others; only those that may match are parsed.
  if (!text.includes(JSON.stringify(username))) return undefined;
  const read = entryIn(text);
  if (read?.account !== username) return undefined;
  const { time, event, by, address, detail } = read;
  const known = event as SecurityEvent['event'];
  // The address of a change by another person is that of this person.
  const isOfOther = by !== undefined || OF_STRANGERS.includes(known);
  return {
    event: known,
    entry: {
      time: new Date(time).toISOString(),
      event,
      address: isOfOther ? undefined : address,
      detail,
    },
  };
}

type Part = { readonly file: FileHandle; readonly start: number; readonly end: number };

/** The files of the audit, the oldest first, from the end as far as the limit permits; each is open. */
async function openParts(dataDir: string): Promise<readonly Part[]> {
  let left: number = OWN_DATA_LIMITS.auditBytes;
  const parts: Part[] = [];
  for (const { file, size } of await openAuditFiles(dataDir)) {
    const bytes = Math.min(size, left);
    left -= bytes;
    if (bytes === 0) await file.close();
    else parts.unshift({ file, start: size - bytes, end: size - 1 });
  }
  return parts;
}

async function* textsIn(parts: readonly Part[]): AsyncGenerator<string, void, undefined> {
  for (const { file, start, end } of parts) {
    const input = file.createReadStream({ start, end, autoClose: false });
    yield* createInterface({ input, crlfDelay: Infinity });
  }
}

async function* linesOf(
  texts: AsyncIterable<string>,
  username: string,
): AsyncGenerator<Line, void, undefined> {
  for await (const text of texts) {
    const line = lineOf(text, username);
    if (line !== undefined) yield line;
  }
}

/** The entries about an account in pieces, without those about an earlier account of the same name. */
async function* entriesOf(
  readTexts: () => AsyncIterable<string>,
  username: string,
): AsyncGenerator<readonly OwnAuditEntry[], void, undefined> {
  let borders = 0;
  for await (const { event } of linesOf(readTexts(), username)) if (BORDERS.includes(event)) borders += 1;
  let piece: OwnAuditEntry[] = [];
  for await (const { event, entry } of linesOf(readTexts(), username)) {
    if (BORDERS.includes(event)) borders -= 1;
    if (borders > 0 || event === 'account_removed') continue;
    piece.push(entry);
    if (piece.length < PER_PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/**
 * Reads what the audit of the data folder says about an account, in pieces. Files into which the operator has moved
 * entries are not read.
 */
export const createOwnAudit = (dataDir: string): ReadOwnAudit =>
  async function* read(username) {
    const parts = await openParts(dataDir);
    try {
      yield* entriesOf(() => textsIn(parts), username);
    } finally {
      for (const { file } of parts) await file.close();
    }
  };

/** The same of the audits of several server processes, which their database has (decision D105). */
export const createSharedOwnAudit = (
  auditEntries: Pick<Repositories['auditEntries'], 'lines'>,
): ReadOwnAudit =>
  async function* read(username) {
    async function* texts(): AsyncGenerator<string, void, undefined> {
      for await (const page of auditEntries.lines(username)) yield* page;
    }
    yield* entriesOf(texts, username);
  };
