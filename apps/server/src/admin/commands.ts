import { TOOL_COMMAND } from '../config/tool-command.ts';
import type { Command, CommandLine } from './command.ts';
import { accountCommands } from './commands/account-commands.ts';
import { callCommands } from './commands/call-commands.ts';
import { deletionCommands } from './commands/deletion-commands.ts';
import { fileCommands } from './commands/file-commands.ts';
import { identityCommands } from './commands/identity-commands.ts';
import { kioskCommands } from './commands/kiosk-command.ts';
import { outboxCommands } from './commands/outbox-command.ts';
import { peopleCommands } from './commands/people-commands.ts';
import { roleCommands } from './commands/role-commands.ts';
import { secondFactorCommands } from './commands/second-factor-commands.ts';
import { settingsCommands } from './commands/settings-commands.ts';
import { sipCommands } from './commands/sip-command.ts';
import { tableCommands } from './commands/table-commands.ts';

/** Every command of the operator's tool that needs the database. */
export const commands: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...deletionCommands,
  ...identityCommands,
  ...roleCommands,
  ...secondFactorCommands,
  ...tableCommands,
  ...peopleCommands,
  ...settingsCommands,
  ...kioskCommands,
  ...sipCommands,
  ...outboxCommands,
  ...callCommands,
};

const optionsOf = ({ options }: CommandLine): string =>
  Object.entries(options)
    .map(([name, value]) => (value === '' ? ` [--${name}]` : ` [--${name} <${value}>]`))
    .join('');

/** The syntax of a command. */
export const usageOf = (name: string, command: CommandLine): string =>
  `${TOOL_COMMAND} ${[name, command.words].join(' ').trim()}${optionsOf(command)}${command.readsTable === true ? ' < file' : ''}`;

/** The list of all commands. */
export function usage(): string {
  const all = Object.entries({ ...commands, ...fileCommands });
  const rows = all.map(([name, { words, summary }]) => ({ line: `  ${name} ${words}`.trimEnd(), summary }));
  const width = Math.max(...rows.map(({ line }) => line.length));
  const lines = rows.map(({ line, summary }) => `${line.padEnd(width)}  ${summary}`);
  return [
    `${TOOL_COMMAND} <command>`,
    '',
    ...lines,
    '',
    'DATA_DIR (./data) and DATABASE_URL are those of the server, which may be running.',
    'Other settings come from the last start of the server; the same environment variables override them.',
    `"${TOOL_COMMAND} help <command>" shows its options.`,
  ].join('\n');
}
