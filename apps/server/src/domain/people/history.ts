import type { HistoryRecord } from '@samtal/api-contract';

/** Setting of an organisation: days for which a call is kept, 0 = without limit. */
export const RETENTION_KEY = 'HISTORY_RETENTION_DAYS';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients' clocks may run ahead of the server's by this much; later timestamps become the server's time. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Calls from before this moment are deleted (decision D14).
 * @param retentionDays the organisation's setting; 0, or a value that is not a number, means no limit
 */
export function oldestKept(retentionDays: string | undefined, now: number): number | undefined {
  const days = Number(retentionDays);
  return Number.isFinite(days) && days > 0 ? now - days * DAY_MS : undefined;
}

/** The part of a call record to keep: text only where transcripts are on (D14), a plausible time. */
export function recordToKeep(record: HistoryRecord, keepsText: boolean, now: number): HistoryRecord {
  const timestamp = record.timestamp > now + CLOCK_SKEW_MS ? now : record.timestamp;
  return keepsText
    ? { ...record, timestamp }
    : { ...record, timestamp, receivedText: '', sentText: '', transcript: [] };
}
