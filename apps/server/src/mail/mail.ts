/** One message in plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Takes the mail and returns at once; nobody waits for a mail server. */
  send(mail: Mail): void;
  /** Whether a mail that the mail server does not take would be kept. */
  hasRoom(): Promise<boolean>;
  /** Resolves when everything taken so far has been delivered or laid aside. */
  settled(): Promise<void>;
};
