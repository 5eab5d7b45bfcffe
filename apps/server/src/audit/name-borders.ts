import { createInterface } from 'node:readline';
import { CONSOLE_LIMITS } from '../domain/limits/limits.ts';
import { BORDERS, entryIn, mayBeBorder } from './audit-entry.ts';
import { openAuditFiles } from './audit-files.ts';

export type NameBorders = {
  /** Time of the last border of a username; entries before it may be about an earlier account of that name. */
  readonly of: (username: string) => number | undefined;
  /** What is older has not been looked through; undefined = everything has. */
  readonly since: number | undefined;
};

/**
 * Creates a function that says since when each username belongs to the account that has it now. It reads
 * the files once, and after that only the lines that were added.
 */
export function createNameBorders(dataDir: string): () => Promise<NameBorders> {
  const borders = new Map<string, number>();
  const readTo = new Map<string, number>();
  let since: number | undefined;
  let reading: Promise<unknown> = Promise.resolve();

  async function readNew(): Promise<void> {
    const files = await openAuditFiles(dataDir);
    try {
      let left: number = CONSOLE_LIMITS.auditBytes;
      // The number of a file that was removed may be given to a new one.
      for (const inode of readTo.keys())
        if (!files.some((file) => file.inode === inode && file.size >= (readTo.get(inode) ?? 0)))
          readTo.delete(inode);
      const parts = files.map(({ file, inode, size, endedAt }) => {
        const known = readTo.get(inode);
        const start = Math.max(known ?? 0, size - left);
        left = Math.max(0, left - size);
        if (known === undefined && size > 0 && start === size) since = Math.max(since ?? 0, endedAt ?? 0);
        return { file, inode, start, size, isCut: known === undefined && start > 0 };
      });
      for (const { file, inode, start, size, isCut } of parts.toReversed()) {
        if (start >= size) continue;
        const input = file.createReadStream({ start, end: size - 1, autoClose: false });
        let isFirst = true;
        for await (const line of createInterface({ input, crlfDelay: Infinity })) {
          if (isFirst && isCut) since = entryIn(line)?.time ?? since;
          isFirst = isFirst && isCut && since === undefined;
          if (!mayBeBorder(line)) continue;
          const entry = entryIn(line);
          if (entry?.account !== undefined && BORDERS.some((event) => event === entry.event))
            borders.set(entry.account, entry.time);
        }
        readTo.set(inode, size);
      }
    } finally {
      for (const { file } of files) await file.close();
    }
  }

  return async () => {
    const turn = reading.then(readNew);
    reading = turn.catch(() => undefined);
    await turn;
    return { of: (username) => borders.get(username), since };
  };
}
