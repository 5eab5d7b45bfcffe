import type { FileHandle } from 'node:fs/promises';
import type { AuditEntry } from '@samtal/api-contract';
import { CONSOLE_LIMITS } from '../domain/limits/limits.ts';
import type { TimeSpan } from '../storage/repositories/repositories.ts';
import { entryIn, timeIn } from './audit-entry.ts';
import { type OpenAudit, openAuditFiles } from './audit-files.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** Where in the audit a search goes on: the number of a file, and the place of a line. */
export type AuditPlace = { readonly inode: string; readonly start: number };

type Wish = {
  readonly span: TimeSpan;
  readonly isWished: (entry: AuditEntry) => boolean | Promise<boolean>;
};

type Found = AuditPlace & {
  /** undefined = a portion was read; the search can go on here. */
  readonly entry: AuditEntry | undefined;
  readonly time: number | undefined;
};

/** Lines are in the order of time, unless the clock was set back. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;
/** Bytes between which the begin of a time is not looked for any more, and that are read for one step. */
const NEAR = 65_536;
const STEP = 8_192;

/** About where the entries of a time end, so that what comes later is not read. */
async function endOf({ file, size }: { file: FileHandle; size: number }, until: number): Promise<number> {
  let [low, high] = [0, size];
  while (high - low > NEAR) {
    const middle = Math.floor((low + high) / 2);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(STEP), 0, STEP, middle);
    const [, line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 3);
    const time = timeIn(line);
    if (time === undefined) return high;
    if (time >= until + CLOCK_TOLERANCE_MS) high = middle;
    else low = middle;
  }
  return high;
}

/** Reads entries of the audit, the newest first. */
async function* entriesOf(
  files: readonly OpenAudit[],
  { span, isWished }: Wish,
  before: AuditPlace | undefined,
): AsyncGenerator<Found, void, undefined> {
  const first = before === undefined ? 0 : files.findIndex(({ inode }) => inode === before.inode);
  // The file with this place, and all older files, have been removed meanwhile.
  if (first === -1) return;
  for (const { file, inode, size, endedAt } of files.slice(first)) {
    if (endedAt !== undefined && endedAt < span.from) return;
    const end =
      before?.inode === inode ? Math.min(before.start, size) : await endOf({ file, size }, span.until);
    for await (const lines of linesFromEnd(file, end)) {
      let time: number | undefined;
      let start: number | undefined;
      for (const line of lines) {
        const entry = entryIn(line.text);
        start = line.start;
        if (entry === undefined) continue;
        ({ time } = entry);
        if (time < span.from - CLOCK_TOLERANCE_MS) return;
        const isInTime = time >= span.from && time < span.until;
        if (isInTime && (await isWished(entry))) yield { inode, start, entry, time };
      }
      if (start !== undefined) yield { inode, start, entry: undefined, time };
    }
  }
}

export type AuditPage = {
  readonly entries: readonly AuditEntry[];
  readonly next: AuditPlace | undefined;
  /** Time of the last line that was read. */
  readonly readTo: number | undefined;
};

/** Reads the audit as operators see it, however large it is. */
export type AuditReader = {
  /** A page of entries, the newest first; a limited part of the files is looked through for it. */
  page(wish: Wish, limit: number, before: AuditPlace | undefined): Promise<AuditPage>;
  /** All entries, in portions. */
  all(wish: Wish): AsyncGenerator<readonly AuditEntry[], void, undefined>;
};

export function createAuditReader(dataDir: string): AuditReader {
  const close = async (files: readonly OpenAudit[]): Promise<void> => {
    for (const { file } of files) await file.close();
  };
  return {
    async page(wish, limit, before) {
      const files = await openAuditFiles(dataDir);
      try {
        const entries: AuditEntry[] = [];
        let left: number = CONSOLE_LIMITS.auditBytesPerPage;
        for await (const { entry, inode, start, time } of entriesOf(files, wish, before)) {
          if (entry === undefined) left -= NEAR;
          else entries.push(entry);
          if (entries.length === limit || left <= 0) return { entries, next: { inode, start }, readTo: time };
        }
        return { entries, next: undefined, readTo: undefined };
      } finally {
        await close(files);
      }
    },
    async *all(wish) {
      const files = await openAuditFiles(dataDir);
      try {
        let portion: AuditEntry[] = [];
        for await (const { entry } of entriesOf(files, wish, undefined))
          if (entry !== undefined) portion.push(entry);
          else if (portion.length > 0) {
            yield portion;
            portion = [];
          }
        if (portion.length > 0) yield portion;
      } finally {
        await close(files);
      }
    },
  };
}
