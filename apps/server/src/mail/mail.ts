/** One message in plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Queues the mail and returns immediately; no request waits for a mail server. */
  send(mail: Mail): void;
  /** Whether the outbox has room for a mail that the mail server does not accept. */
  hasRoom(): Promise<boolean>;
  /** Resolves when all mails so far have been delivered or stored in the outbox. */
  settled(): Promise<void>;
};
