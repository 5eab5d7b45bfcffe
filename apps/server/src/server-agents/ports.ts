import type { EventLog } from '../domain/event-log.ts';

/** The ports of the server agents; the composition root provides them. */

/** One connection that carries one SIP message per text (RFC 7118 §5). */
export type TextSocket = {
  /** Texts that are sent before the connection is open or after it is closed are lost. */
  send(text: string): void;
  /** Closes the connection. The handler `closed` is called soon, even when the peer does not respond. */
  close(): void;
};

export type TextSocketHandlers = {
  opened(): void;
  received(text: string): void;
  /** Called once, also when the connection could not be opened. */
  closed(reason: string): void;
};

/**
 * Opens a connection to a `ws:` or `wss:` address; calls handlers only after it has returned the connection.
 */
export type Connect = (uri: string, handlers: TextSocketHandlers) => TextSocket;

export type AgentLog = Pick<EventLog, 'info' | 'warn'>;

/** The user whose mailbox answers. */
export type MailboxOwner = {
  /** Name or address of the owner, for the greeting. */
  readonly name: string;
  /** AM_MESSAGE as the owner wrote it; may be empty. */
  readonly greeting: string;
  /** The language in which the owner uses the web app, such as `sv`; undefined when it is not known. */
  readonly language: string | undefined;
};

/** A message that a caller is leaving. */
export type NewMessage = {
  /** Address of the mailbox, `user@domain` in lower case. */
  readonly callee: string;
  readonly caller: {
    readonly address: string;
    /** Display name as the caller wrote it; untrusted text. */
    readonly name: string | undefined;
  };
  /** Instances of the callee's devices that an external SIP server has registered: they learn of messages by themselves. */
  readonly registered: readonly string[];
  /** Time when the mailbox answered, in milliseconds since the epoch. */
  readonly at: number;
};

/**
 * Stores messages. A promise is fulfilled only when its change is durable, so that the end of the process
 * cannot undo it. A message that was opened and never closed is kept.
 */
export type MessageStore = {
  /**
   * The owner of the mailbox of this address; undefined when there is none, it is full, or AM_ENABLED is not
   * '1'.
   */
  findMailbox(address: string): Promise<MailboxOwner | undefined>;
  /** @returns the id of the message, whose text is null until something is typed */
  open(message: NewMessage): Promise<string>;
  /** Stores the current text, with all corrections applied. */
  update(id: string, text: string): Promise<void>;
  /** Ends the message and notifies the callee. */
  close(id: string): Promise<void>;
};
