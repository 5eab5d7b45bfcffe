import { accountCommands } from './account-commands.ts';
import type { Command, CommandLine } from './command.ts';
import { fileCommands } from './file-commands.ts';
import { kioskCommands } from './kiosk-command.ts';
import { outboxCommands } from './outbox-command.ts';
import { peopleCommands } from './people-commands.ts';
import { settingsCommands } from './settings-commands.ts';
import { sipCommands } from './sip-command.ts';
import { tableCommands } from './table-commands.ts';

/** Everything `npm run admin` can do with what the database holds. */
export const commands: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...tableCommands,
  ...peopleCommands,
  ...settingsCommands,
  ...kioskCommands,
  ...sipCommands,
  ...outboxCommands,
};

const optionsOf = ({ options }: CommandLine): string =>
  Object.entries(options)
    .map(([name, value]) => (value === '' ? ` [--${name}]` : ` [--${name} <${value}>]`))
    .join('');

/** How a command is written. */
export const usageOf = (name: string, command: CommandLine): string =>
  `npm run admin -- ${[name, command.words].join(' ').trim()}${optionsOf(command)}`;

/** What can be done, one command after the other. */
export function usage(): string {
  const lines = Object.entries({ ...commands, ...fileCommands }).map(
    ([name, command]) => `  ${name} ${command.words}`.trimEnd().padEnd(36) + command.summary,
  );
  return [
    'npm run admin -- <command>',
    '',
    ...lines,
    '',
    'DATA_DIR (./data) and DATABASE_URL are those of the server, which may run meanwhile.',
    'Everything else it takes from the last start of the server; the same environment variables override it.',
    '"npm run admin -- help <command>" shows its options.',
  ].join('\n');
}
