/**
 * A log line: an event with a stable name that operators can search for, then its fields. Fields are methods, statuses,
 * ids and reasons, never text, SDP or credentials.
 */
export type LogEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

/** Characters of a Call-ID in the log; peers choose it. */
const CALL_ID_LENGTH = 255;

/** A Call-ID for the field `callId`, by which all lines about one call are found. */
export const loggedCallId = (callId: string): string => callId.slice(0, CALL_ID_LENGTH);

/** A log that adds the Call-ID of one call to each line. */
export const logAbout = (
  callId: string,
  log: Pick<EventLog, 'info' | 'warn'>,
): Pick<EventLog, 'info' | 'warn'> => ({
  info: (line) => log.info({ ...line, callId: loggedCallId(callId) }),
  warn: (line) => log.warn({ ...line, callId: loggedCallId(callId) }),
});

/** The part of the logger (pino) that this server uses. */
export type EventLog = {
  debug(event: LogEvent): void;
  info(event: LogEvent): void;
  warn(event: LogEvent): void;
  error(event: LogEvent): void;
};
