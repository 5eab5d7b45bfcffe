/**
 * A log line: an event with a stable name that operators can search for, then its fields. Fields are methods, statuses,
 * ids and reasons, never text, SDP or credentials.
 */
export type LogEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

/** The part of the logger (pino) that this server uses. */
export type EventLog = {
  debug(event: LogEvent): void;
  info(event: LogEvent): void;
  warn(event: LogEvent): void;
  error(event: LogEvent): void;
};
