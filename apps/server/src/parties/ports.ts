/** What the parties need from outside; the composition root brings it. */

/** One connection that carries one SIP message per text (RFC 7118 §5). */
export type TextSocket = {
  /** Texts sent before it is open or after it is closed are lost. */
  send(text: string): void;
  /** `closed` of the handlers follows soon, whatever the other end does. */
  close(): void;
};

export type TextSocketHandlers = {
  opened(): void;
  received(text: string): void;
  /** Once, also when the connection could not be opened. */
  closed(reason: string): void;
};

/** Opens a connection to a `ws:` or `wss:` address; handlers are called after it has returned. */
export type Connect = (uri: string, handlers: TextSocketHandlers) => TextSocket;

/** Structured log; receives ids, methods and statuses, never text, SDP or credentials. */
export type PartyLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
