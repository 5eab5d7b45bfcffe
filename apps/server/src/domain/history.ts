import type { HistoryRecord } from '@samtal/api-contract';

/** Setting of an organisation: days a call is kept, 0 = for ever. */
export const RETENTION_KEY = 'HISTORY_RETENTION_DAYS';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A client's clock may run ahead of ours by this much; what comes from further on happened now. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Calls from before this moment are not kept any longer (decision D14).
 * @param retentionDays the organisation's setting; 0, or anything that is no number, means for ever
 */
export function oldestKept(retentionDays: string | undefined, now: number): number | undefined {
  const days = Number(retentionDays);
  return Number.isFinite(days) && days > 0 ? now - days * DAY_MS : undefined;
}

/** What of a call is kept: its text only where transcripts are on (decision D14), its time only if it may be true. */
export function recordToKeep(record: HistoryRecord, keepsText: boolean, now: number): HistoryRecord {
  const timestamp = record.timestamp > now + CLOCK_SKEW_MS ? now : record.timestamp;
  return keepsText
    ? { ...record, timestamp }
    : { ...record, timestamp, receivedText: '', sentText: '', transcript: [] };
}
