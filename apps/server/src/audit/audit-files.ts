import { readdir } from 'node:fs/promises';
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
