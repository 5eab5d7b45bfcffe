import { listedMediaOf } from '../domain/calls/call-filter.ts';
import { callKindOf } from '../domain/calls/call-outcome.ts';
import type { ListedCallRecord } from '../domain/calls/call-record.ts';

const timeOf = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString());
const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** The columns of a table of call records. */
export const RECORD_COLUMNS = [
  'began',
  'answered',
  'ended',
  'caller',
  'callee',
  'callerOrganisation',
  'calleeOrganisation',
  'status',
  'ending',
  'kind',
  'offered',
  'used',
  'callId',
];

/** The row of a call in such a table. */
export const cellsOf = (record: ListedCallRecord): string[] => [
  timeOf(record.beganAt),
  timeOf(record.answeredAt),
  timeOf(record.endedAt),
  record.caller,
  record.callee,
  textOf(record.callerOrganisation),
  textOf(record.calleeOrganisation),
  textOf(record.status),
  record.ending ?? '',
  callKindOf(listedMediaOf(record)),
  record.offered.join(' '),
  record.used.join(' '),
  record.callId,
];

/** A cell whose control characters, which a peer may have sent, do nothing in a terminal or a table. */
export const harmless = (cell: string): string => cell.replaceAll(/\p{Cc}/gu, '?');
