import type { LogEntry } from '../../client/store/log-store.ts';
import { type Fields, shownValue } from './fields.ts';

export type ReportContents = {
  readonly version: string;
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly entries: readonly LogEntry[];
  readonly call: Fields;
  readonly connection: Fields;
};

/** Replaces the text of the conversation by its length: the report does not contain what users wrote. */
function withoutWords(call: Fields): Fields {
  const hidden = ([name, value]: [string, Fields[string]]): [string, Fields[string]] =>
    name.startsWith('text_') && typeof value === 'string'
      ? [name, `${value.length} characters`]
      : [name, value];
  return Object.fromEntries(Object.entries(call).map(hidden));
}

const lines = (fields: Fields): readonly string[] =>
  Object.entries(fields).map(([name, value]) => `${name}: ${shownValue(value)}`);

const time = (at: number): string => new Date(at).toISOString();

/** The report for support; times are UTC. Log entries never contain secrets. */
export function reportOf({ version, userAgent, at, entries, call, connection }: ReportContents): string {
  return [
    `version: ${version}`,
    `browser: ${userAgent}`,
    `time: ${time(at)}`,
    '',
    ...lines(connection),
    '',
    ...lines(withoutWords(call)),
    '',
    ...entries.map(
      ({ at: noted, level, message, detail }) =>
        `${time(noted)} ${level} ${message}${detail === undefined ? '' : ` ${JSON.stringify(detail)}`}`,
    ),
    '',
  ].join('\n');
}
