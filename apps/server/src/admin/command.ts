import type { Brand } from '@samtal/api-contract';
import type { AccountService } from '../accounts/account-service.ts';
import type { Config } from '../config/config.ts';
import type { KioskTokens } from '../crypto/kiosk-tokens.ts';
import type { PasswordHasher } from '../domain/accounts/password-hash.ts';
import type { Audit } from '../domain/security-event.ts';
import type { MailContext } from '../mail/compose.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** Dependencies of the operator's commands. */
export type AdminTools = {
  readonly config: Pick<Config, 'sipDomain'>;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  readonly now: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  readonly accountService: AccountService;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly outbox: Pick<Outbox, 'list'>;
  readonly mailContext: MailContext;
  readonly kioskTokens: KioskTokens;
  readonly audit: Audit;
  /** Reads the whole standard input. Secrets and tables are never arguments, which other users can see. */
  readonly readInput: () => Promise<string>;
  /** Prints one line. */
  readonly print: (line: string) => void;
  /** Prints one line on standard error, which is not part of the output. */
  readonly warn: (line: string) => void;
};

export type Invocation = {
  readonly words: readonly string[];
  /** Options as given: `--name value`, or `--name` alone with the empty text as its value. */
  readonly options: ReadonlyMap<string, string>;
};

/** Syntax and purpose of a command. */
export type CommandLine = {
  /** Words after the name, `<needed>` and `[optional]`. */
  readonly words: string;
  /** The allowed options by name, each with the name of its value, or with '' if it takes no value. */
  readonly options: Readonly<Record<string, string>>;
  /** Whether it reads a table from the standard input. */
  readonly readsTable?: boolean;
  /** What the command does, in one line. */
  readonly summary: string;
  /** Further lines of the command's help, such as the columns of a table. */
  readonly details?: readonly string[];
};

export type Command = CommandLine & {
  run(invocation: Invocation, tools: AdminTools): Promise<void>;
};

/** A command on the database as a whole, for when it must not or cannot be opened. */
export type FileCommand = CommandLine & {
  run(
    invocation: Invocation,
    tools: Pick<AdminTools, 'print' | 'readInput' | 'audit'> & Pick<Config, 'dataDir' | 'databaseUrl'>,
  ): void | Promise<void>;
};

/** An error that the operator can correct; the message says how. The tool exits with code 1. */
export class AdminError extends Error {}
