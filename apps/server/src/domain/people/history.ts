import type { HistoryRecord } from '@samtal/api-contract';

/** Key of an organisation's setting: the number of days for which a call is kept, 0 = without limit. */
export const RETENTION_KEY = 'HISTORY_RETENTION_DAYS';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * How far a client's clock may be ahead of the server's; a timestamp further ahead becomes the server's time.
 */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * The moment before which calls are deleted; undefined = none are deleted (decision D14).
 * @param retentionDays the organisation's setting; 0, or a value that is not a number, means no limit
 */
export function oldestKept(retentionDays: string | undefined, now: number): number | undefined {
  const days = Number(retentionDays);
  return Number.isFinite(days) && days > 0 ? now - days * DAY_MS : undefined;
}

/** The part of a call record to keep: texts only if `keepsText` (D14), and a plausible time. */
export function recordToKeep(record: HistoryRecord, keepsText: boolean, now: number): HistoryRecord {
  const timestamp = record.timestamp > now + CLOCK_SKEW_MS ? now : record.timestamp;
  return keepsText
    ? { ...record, timestamp }
    : { ...record, timestamp, receivedText: '', sentText: '', transcript: [] };
}
