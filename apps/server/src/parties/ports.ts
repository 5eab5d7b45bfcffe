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

/** Whose mailbox answers. */
export type MailboxOwner = {
  /** How the greeting calls this person: a name, or an address. */
  readonly name: string;
  /** AM_MESSAGE as this person wrote it; may be empty. */
  readonly greeting: string;
  /** Language of the web app as this person has it, such as `sv`; undefined when it is not known. */
  readonly language: string | undefined;
};

/** A message that is being left. */
export type NewMessage = {
  /** Address of the mailbox, `user@domain` in lower case. */
  readonly callee: string;
  readonly caller: {
    readonly address: string;
    /** Display name as the caller writes it; untrusted text. */
    readonly name: string | undefined;
  };
  /** When the mailbox answered, in milliseconds since the epoch. */
  readonly at: number;
};

/**
 * Where messages are kept. Each promise is fulfilled when what it stands for survives the end of the process at any
 * moment: a message that was opened and never closed is a message all the same.
 */
export type MessageStore = {
  /** Whose mailbox answers for this address; undefined when there is none, or AM_ENABLED is not '1'. */
  findMailbox(address: string): Promise<MailboxOwner | undefined>;
  /** @returns the id of the message, whose text is null until something is typed */
  open(message: NewMessage): Promise<string>;
  /** The text as it reads now, with every correction made. */
  update(id: string, text: string): Promise<void>;
  /** Nothing more will come; the callee is told. */
  close(id: string): Promise<void>;
};
