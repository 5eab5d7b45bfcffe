import type { HistoryEntry, HistoryRecord } from '@samtal/api-contract';
import {
  HISTORY_PREVIEW_LENGTH,
  historyRecordSchema,
  isMissedCall,
  sentPreviewOf,
} from '@samtal/api-contract';
import type { PeopleTables } from '../../database/people-tables.ts';

type Row = PeopleTables['history_entry'];

/** Estimated size of an entry without its texts. */
export const ENTRY_BYTES = 500;

export const entryOf = (
  row: Omit<Row, 'account_id' | 'is_missed' | 'bytes' | 'is_text_removed'>,
): HistoryEntry => ({
  id: row.id,
  type: row.type,
  answered: row.is_answered === 1,
  outcome: row.outcome,
  sipAddress: row.sip_address,
  contactName: row.contact_name,
  receivedText: row.received_preview,
  sentText: row.sent_preview,
  timestamp: row.timestamp,
  duration: row.duration,
});

const transcriptSchema = historyRecordSchema.shape.transcript;

type TextRow = Pick<PeopleTables['history_text'], 'received_text' | 'sent_text' | 'transcript'>;

/** A call with its whole texts. */
export const historyRecordOf = (row: Row, text: TextRow | undefined): HistoryRecord => ({
  ...entryOf(row),
  receivedText: text?.received_text ?? '',
  sentText: text?.sent_text ?? '',
  transcript: text === undefined ? [] : transcriptSchema.parse(JSON.parse(text.transcript)),
  ...(row.is_text_removed === 1 && { isTextRemoved: true }),
});

/** The rows of a call; its texts have a row of their own. */
export function rowsOf(accountId: string, record: HistoryRecord) {
  const key = { account_id: accountId, id: record.id, timestamp: record.timestamp };
  const text = {
    ...key,
    received_text: record.receivedText,
    sent_text: record.sentText,
    transcript: JSON.stringify(record.transcript),
  };
  const hasText = record.receivedText !== '' || record.sentText !== '' || record.transcript.length > 0;
  const textBytes = hasText ? Buffer.byteLength(text.received_text + text.sent_text + text.transcript) : 0;
  const entry = {
    ...key,
    type: record.type,
    is_answered: record.answered ? (1 as const) : (0 as const),
    is_missed: isMissedCall(record) ? (1 as const) : (0 as const),
    outcome: record.outcome,
    sip_address: record.sipAddress,
    contact_name: record.contactName,
    received_preview: previewOf(record.receivedText),
    sent_preview: previewOf(sentPreviewOf(record)),
    duration: record.duration,
    bytes: ENTRY_BYTES + textBytes,
    is_text_removed: 0 as const,
  };
  return { entry, text: hasText ? text : undefined };
}

/**
 * The start of a text for lists. It counts characters, not UTF-16 units, so that no character is cut in half.
 */
const previewOf = (text: string): string =>
  Array.from(text.slice(0, 2 * HISTORY_PREVIEW_LENGTH))
    .slice(0, HISTORY_PREVIEW_LENGTH)
    .join('');
