import { DataDirError, explainDataDir, isReadOnly } from '../storage/database/data-dir-error.ts';
import { DatabaseError } from '../storage/database/postgres-error.ts';
import { MoveError } from '../storage/move/table-shape.ts';
import { ProcessesError } from '../storage/server-lock/processes-error.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';
import { fileCommands } from './commands/file-commands.ts';
import { commands, usage, usageOf } from './commands.ts';
import { parseArguments } from './parse-arguments.ts';

/** Exit codes: success, refused with a reason, wrong usage. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/** Errors whose messages tell the operator what to do. */
const TOLD = [AdminError, DataDirError, DatabaseError, MoveError, ProcessesError];

type Streams = { readonly print: (line: string) => void; readonly complain: (line: string) => void };

const commandOf = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined);
const fileCommandOf = (name: string) => (Object.hasOwn(fileCommands, name) ? fileCommands[name] : undefined);

function help(name: string | undefined, { print, complain }: Streams): number {
  const command = name === undefined ? undefined : (commandOf(name) ?? fileCommandOf(name));
  if (name !== undefined && command === undefined) {
    complain(`There is no command "${name}".`);
    return EXIT.misused;
  }
  print(
    name !== undefined && command !== undefined
      ? [usageOf(name, command), command.summary, ...(command.details ?? [])].join('\n')
      : usage(),
  );
  return EXIT.done;
}

/** What the commands work on; `open` is called only after the command line is known to be valid. */
type Doors = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly readInput: AdminTools['readInput'];
  /** The audit for commands on the database as a whole, which do not open it. */
  readonly audit: AdminTools['audit'];
  readonly open: () => Promise<{ tools: AdminTools; close: () => Promise<void> }>;
};

/**
 * Runs one command line.
 * @returns the exit code
 */
export async function runAdmin(
  words: readonly string[],
  streams: Streams,
  { dataDir, databaseUrl, readInput, audit, open }: Doors,
): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === 'help') return help(rest[0], streams);
  const command = commandOf(name);
  const fileCommand = fileCommandOf(name);
  const line = command ?? fileCommand;
  if (line === undefined) {
    streams.complain(`There is no command "${name}".\n\n${usage()}`);
    return EXIT.misused;
  }
  const parsed = parseArguments(line, rest);
  if (!parsed.ok) {
    streams.complain(`${parsed.problem}\n${usageOf(name, line)}`);
    return EXIT.misused;
  }
  try {
    const { print } = streams;
    await fileCommand?.run(parsed.invocation, { dataDir, databaseUrl, readInput, audit, print });
    if (command === undefined) return EXIT.done;
    const { tools, close } = await open();
    try {
      await command.run(parsed.invocation, tools);
    } finally {
      await close();
    }
    return EXIT.done;
  } catch (error) {
    if (isReadOnly(error)) {
      streams.complain(explainDataDir(dataDir, error).message);
      return EXIT.refused;
    }
    if (!TOLD.some((kind) => error instanceof kind)) throw error;
    streams.complain((error as Error).message);
    return EXIT.refused;
  }
}
