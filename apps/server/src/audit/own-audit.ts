import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { OWN_DATA_LIMITS } from '../domain/limits/limits.ts';
import type { SecurityEvent } from '../domain/security-event.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { auditFileIn, listEarlierAuditFiles } from './audit-files.ts';

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

/** The account had this name from here on, or until here: an earlier account may have had the same name. */
const BORDERS: readonly SecurityEvent['event'][] = ['accountCreated', 'accountRemoved'];

/** Visitors without the password can cause these events; the network address in them may be that of another person. */
const OF_STRANGERS: readonly SecurityEvent['event'][] = ['loginRefused', 'passwordResetRequested'];

type Line = { readonly event: SecurityEvent['event']; readonly entry: OwnAuditEntry };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A line about this account; undefined = it is about another one, or cannot be read. */
function lineOf(text: string, username: string): Line | undefined {
  // Most lines are about others; only those that may match are parsed.
  if (!text.includes(JSON.stringify(username))) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const { time, event, account, address, detail }: Record<string, unknown> = { ...read };
  if (account !== username || typeof event !== 'string' || typeof time !== 'number') return undefined;
  const known = event as SecurityEvent['event'];
  return {
    event: known,
    entry: {
      time: new Date(time).toISOString(),
      event,
      address: OF_STRANGERS.includes(known) ? undefined : textOf(address),
      detail: textOf(detail),
    },
  };
}

type Part = { readonly file: FileHandle; readonly start: number; readonly end: number };

/** The files of the audit, the oldest first, from the end as far as the limit permits; each is open. */
async function openParts(dataDir: string): Promise<readonly Part[]> {
  // The newest first: if it is renamed meanwhile, it is found again and left out.
  const earlier = async () => (await listEarlierAuditFiles(dataDir)).map(({ path }) => path).toReversed();
  const parts: Part[] = [];
  const known = new Set<number>();
  let left: number = OWN_DATA_LIMITS.auditBytes;
  const add = async (path: string): Promise<void> => {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return;
    const { size, ino } = await file.stat();
    const bytes = Math.min(size, left);
    if (bytes === 0 || known.has(ino)) return file.close();
    known.add(ino);
    left -= bytes;
    parts.unshift({ file, start: size - bytes, end: size - 1 });
  };
  await add(auditFileIn(dataDir));
  for (const path of await earlier()) await add(path);
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
    if (borders > 0 || event === 'accountRemoved') continue;
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
