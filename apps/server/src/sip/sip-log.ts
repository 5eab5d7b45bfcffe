/** Structured log; receives methods, statuses and ids, never text, SDP or credentials. */
export type SipLog = {
  debug(detail: object, message: string): void;
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
};
