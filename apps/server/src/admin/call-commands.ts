import { writeCsv } from '@samtal/api-contract';
import { FORMULA } from '../accounts/people-table.ts';
import { addUpMinutes, dayOf } from '../domain/calls/call-minutes.ts';
import { callKindOf } from '../domain/calls/call-outcome.ts';
import type { ListedCallRecord } from '../domain/calls/call-record.ts';
import type { TimeSpan } from '../storage/repositories/repositories.ts';
import type { AdminTools, Command, Invocation } from './command.ts';
import { AdminError } from './command.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that are shown without `--from`. */
const USUAL_DAYS = 30;

/** The begin of a day in UTC. */
function dayAt(text: string, option: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 2026-02-30 would be read as the second of March.
  if (Number.isNaN(time) || dayOf(time) !== text)
    throw new AdminError(`--${option} must be a day such as ${dayOf(Date.now())}.`);
  return time;
}

/** The days of `--from` and `--to`, both included. */
function spanOf({ options }: Invocation, now: number): TimeSpan {
  const until = dayAt(options.get('to') ?? dayOf(now), 'to') + DAY_MS;
  const given = options.get('from');
  const from = given === undefined ? until - USUAL_DAYS * DAY_MS : dayAt(given, 'from');
  if (from >= until) throw new AdminError('--from must not be after --to.');
  return { from, until };
}

const timeOf = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString());
const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

const RECORD_COLUMNS = [
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

const cellsOf = (record: ListedCallRecord): string[] => [
  timeOf(record.beganAt),
  timeOf(record.answeredAt),
  timeOf(record.endedAt),
  record.caller,
  record.callee,
  textOf(record.callerOrganisation),
  textOf(record.calleeOrganisation),
  textOf(record.status),
  record.ending ?? '',
  callKindOf(record.answeredAt === undefined ? record.offered : record.used),
  record.offered.join(' '),
  record.used.join(' '),
  record.callId,
];

/** A cell whose control characters, which a peer may have sent, do nothing in a terminal. */
const harmless = (cell: string): string => cell.replaceAll(/\p{Cc}/gu, '?');

/** Prints rows as CSV, or with two spaces between the cells. */
function printerOf({ options }: Invocation, { print }: Pick<AdminTools, 'print'>) {
  return (cells: readonly string[]): void => {
    const row = cells.map(harmless);
    print(
      options.has('csv') ? writeCsv([row], FORMULA).trimEnd() : row.map((cell) => cell || '-').join('  '),
    );
  };
}

const SPAN_HELP = [
  'Days are in UTC, such as 2026-11-25, and both are included; without them the last 30 days.',
  'There are records with the embedded SIP server only, for CALL_RECORD_DAYS days.',
];

const callRecords: Command = {
  words: '',
  options: { from: 'day', to: 'day', csv: '' },
  summary: 'prints the calls that began in this time: when, who, outcome, media; no content',
  details: [...SPAN_HELP, `Columns: ${RECORD_COLUMNS.join(', ')}`],
  async run(invocation, tools) {
    const row = printerOf(invocation, tools);
    const span = spanOf(invocation, tools.now());
    row(RECORD_COLUMNS);
    for await (const page of tools.repositories.callRecords.list(span))
      for (const record of page) row(cellsOf(record));
  },
};

const callMinutes: Command = {
  words: '',
  options: { from: 'day', to: 'day', csv: '' },
  summary: 'prints the minutes of answered calls by day, organisation and kind (video, voice, text)',
  details: [
    ...SPAN_HELP,
    'A call between two organisations counts for both, and a call over midnight for its first day.',
  ],
  async run(invocation, tools) {
    const row = printerOf(invocation, tools);
    const records = tools.repositories.callRecords.list(spanOf(invocation, tools.now()));
    row(['day', 'organisation', 'kind', 'calls', 'minutes']);
    for (const { day, organisation, kind, calls, seconds } of await addUpMinutes(records))
      row([day, String(organisation), kind, String(calls), (seconds / 60).toFixed(1)]);
  },
};

export const callCommands: Readonly<Record<string, Command>> = {
  'call-records': callRecords,
  'call-minutes': callMinutes,
};
