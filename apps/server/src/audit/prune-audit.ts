import { open, rename, unlink } from 'node:fs/promises';
import type { Clock } from '@samtal/sip';
import type { EventLog } from '../domain/event-log.ts';
import { auditFileIn, earlierAuditFile, listEarlierAuditFiles } from './audit-files.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The audit is split into this many files; each is removed as a whole. */
const PARTS = 12;
/** A line of the audit is shorter. */
const LINE_BYTES = 4096;

/** The time of the first line of a file; undefined = there is no such file, or it has no line. */
async function firstTimeIn(path: string): Promise<number | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, 0);
    const found = /"time":(\d{1,15})\b/.exec(buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '');
    return found === null ? undefined : Number(found[1]);
  } finally {
    await file.close();
  }
}

/**
 * Begins a new `audit.log` when the first line of the present one is older than a twelfth of `days`, and removes the
 * files whose last line is older than `days`. The file is opened anew for each line, so renaming it loses none.
 */
export async function pruneAudit(dataDir: string, days: number, now: number): Promise<void> {
  const file = auditFileIn(dataDir);
  const first = await firstTimeIn(file);
  if (first !== undefined && first < now - Math.ceil(days / PARTS) * DAY_MS)
    await rename(file, earlierAuditFile(dataDir, now));
  for (const { path, endedAt } of await listEarlierAuditFiles(dataDir))
    if (endedAt < now - days * DAY_MS) await unlink(path);
}

type Pruning = {
  readonly dataDir: string;
  /** 0 = the audit is kept as it is. */
  readonly days: number;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'error'>;
};

/** Prunes the audit immediately and then every hour. @returns a function that stops this */
export function startPruningAudit({ dataDir, days, clock, log }: Pruning): () => void {
  if (days === 0) return () => undefined;
  let cancel = (): void => undefined;
  const prune = (): void => {
    cancel = clock.setTimer(HOUR_MS, prune);
    pruneAudit(dataDir, days, clock.now()).catch((error: unknown) =>
      log.error({ event: 'audit_not_pruned', err: error }),
    );
  };
  prune();
  return () => cancel();
}
