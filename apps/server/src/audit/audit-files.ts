import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file to which security events are appended. */
export const auditFileIn = (dataDir: string): string => join(dataDir, 'audit.log');

/** Files with earlier events have the time of their last line in the name, without characters that a shell knows. */
const EARLIER = /^audit-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.log$/;

export type EarlierFile = {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
};

/** The path for the events up to `endedAt`. */
export const earlierAuditFile = (dataDir: string, endedAt: number): string =>
  join(dataDir, `audit-${new Date(endedAt).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.log`);

/** The files with earlier events that this server has made, the oldest first. */
export async function listEarlierAuditFiles(dataDir: string): Promise<readonly EarlierFile[]> {
  const names = await readdir(dataDir);
  return names.toSorted().flatMap((name) => {
    const found = EARLIER.exec(name);
    if (found === null) return [];
    const [, year, month, day, hour, minute, second] = found;
    const endedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(endedAt) ? [] : [{ path: join(dataDir, name), endedAt }];
  });
}

export type OpenAudit = {
  readonly file: FileHandle;
  /** Number of the file, which it keeps when it is renamed. */
  readonly inode: string;
  readonly size: number;
  /** When its last line was written; undefined = it is the present file. */
  readonly endedAt: number | undefined;
};

/** Opens the files of the audit, the newest first; each must be closed. */
export async function openAuditFiles(dataDir: string): Promise<readonly OpenAudit[]> {
  const opened: OpenAudit[] = [];
  const add = async (path: string, endedAt: number | undefined): Promise<void> => {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return;
    const { size, ino } = await file.stat({ bigint: true });
    const inode = String(ino);
    // The present file may have been renamed after it was opened.
    if (opened.some((other) => other.inode === inode)) return file.close();
    opened.push({ file, inode, size: Number(size), endedAt });
  };
  await add(auditFileIn(dataDir), undefined);
  for (const { path, endedAt } of (await listEarlierAuditFiles(dataDir)).toReversed())
    await add(path, endedAt);
  return opened;
}
