import { writeCsv } from '@samtal/api-contract';
import { FORMULA } from '../../accounts/people-table.ts';
import { cellsOf, harmless, RECORD_COLUMNS } from '../../call-records/record-table.ts';
import { countMinutes } from '../../domain/calls/call-minutes.ts';
import { dayAt, dayOf, daysBefore, endOfDay } from '../../domain/calls/day-span.ts';
import type { TimeSpan } from '../../storage/repositories/repositories.ts';
import type { AdminTools, Command, Invocation } from '../command.ts';
import { AdminError } from '../command.ts';

/** Days that are shown without `--from`. */
const USUAL_DAYS = 30;

function dayIn(text: string, option: string): string {
  if (dayAt(text) === undefined)
    throw new AdminError(`--${option} must be a day such as ${dayOf(Date.now())}.`);
  return text;
}

/** The days of `--from` and `--to`, both included. */
function spanOf({ options }: Invocation, now: number): TimeSpan {
  const to = dayIn(options.get('to') ?? dayOf(now), 'to');
  const from = dayIn(options.get('from') ?? daysBefore(to, USUAL_DAYS), 'from');
  if (from > to) throw new AdminError('--from must not be after --to.');
  return { from: dayAt(from) ?? 0, until: endOfDay(to) ?? 0 };
}

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
    const { options } = invocation;
    const row = printerOf(invocation, tools);
    const span = spanOf(invocation, tools.now());
    const detail = [options.get('from') ?? '', options.get('to') ?? ''].join(' ').trim();
    tools.audit({ event: 'calls_exported', detail });
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
    const counted = countMinutes();
    for await (const page of tools.repositories.callRecords.list(spanOf(invocation, tools.now())))
      for (const record of page) counted.add(record);
    row(['day', 'organisation', 'kind', 'calls', 'minutes']);
    for (const { day, organisation, kind, calls, seconds } of counted.sums())
      row([day, String(organisation), kind, String(calls), (seconds / 60).toFixed(1)]);
  },
};

export const callCommands: Readonly<Record<string, Command>> = {
  'call-records': callRecords,
  'call-minutes': callMinutes,
};
