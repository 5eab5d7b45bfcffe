import type { Brand } from '@samtal/api-contract';
import type { AccountKeeper } from '../accounts/account-keeper.ts';
import type { Config } from '../config/config.ts';
import type { KioskTokens } from '../crypto/kiosk-tokens.ts';
import type { PasswordHasher } from '../domain/password-hash.ts';
import type { Audit } from '../domain/security-event.ts';
import type { MailContext } from '../mail/compose.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** What the operator's commands work with. */
export type AdminTools = {
  readonly config: Pick<Config, 'sipDomain'>;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  readonly now: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  readonly keeper: AccountKeeper;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly outbox: Pick<Outbox, 'list'>;
  readonly mailContext: MailContext;
  readonly kioskTokens: KioskTokens;
  readonly audit: Audit;
  /** The whole standard input: secrets and tables come this way, never as arguments, which others can see. */
  readonly readInput: () => Promise<string>;
  /** Prints one line. */
  readonly print: (line: string) => void;
};

export type Invocation = {
  readonly words: readonly string[];
  /** Options as given: `--name value`, or `--name` alone, which is the empty text. */
  readonly options: ReadonlyMap<string, string>;
};

/** How a command is written, and what it is for. */
export type CommandLine = {
  /** Words after the name, `<needed>` and `[optional]`. */
  readonly words: string;
  /** Options it takes: with the name of their value, or '' for a switch. */
  readonly options: Readonly<Record<string, string>>;
  /** One line that says what it does. */
  readonly summary: string;
};

export type Command = CommandLine & {
  run(invocation: Invocation, tools: AdminTools): Promise<void>;
};

/** A command on the data folder as files, for when the database must not be, or cannot be, opened to work with. */
export type FileCommand = CommandLine & {
  run(
    invocation: Invocation,
    tools: Pick<AdminTools, 'print'> & Pick<Config, 'dataDir' | 'databaseUrl'>,
  ): void;
};

/** Something the operator can put right; the message says what to do. Ends the tool with code 1. */
export class AdminError extends Error {}
