import { CARDS_PER_FILE, CONTACTS_PER_ACCOUNT, readContactCsv, writeContactCsv } from '@samtal/api-contract';
import type { ImportResult } from '../domain/accounts/people-import.ts';
import { importDirectory, importServices } from '../domain/accounts/people-import.ts';
import { wholeList } from '../storage/repositories/in-pages.ts';
import type { Command } from './command.ts';
import { AdminError } from './command.ts';
import { findPerson } from './find-account.ts';

const REASONS = {
  noAddress: 'it has no SIP address',
  invalidAddress: 'its SIP address cannot be called',
  tooMany: 'the address book is full',
  incomplete: 'it has no end',
} as const;

function valueOf<T>(result: ImportResult<T>): T {
  if (result.ok) return result.value;
  throw new AdminError(['Nothing was imported.', ...result.problems].join('\n'));
}

const importContacts: Command = {
  words: '<username>',
  options: {},
  summary: 'adds the contacts of a table (CSV) on the standard input to the address book of a person',
  async run({ words: [username = ''] }, tools) {
    const account = await findPerson(tools, username);
    const { contacts, skipped, isTooLong } = readContactCsv(await tools.readInput());
    if (isTooLong)
      throw new AdminError(`Nothing was imported: the table has more than ${CARDS_PER_FILE} rows.`);
    const added = await tools.repositories.contacts.addAll(account.id, contacts, CONTACTS_PER_ACCOUNT);
    tools.print(`${added} contacts were added.`);
    const problems = skipped.map(({ number, reason }) => `Row ${number} was left out: ${REASONS[reason]}.`);
    if (added < contacts.length)
      problems.push(`${contacts.length - added} were left out: ${REASONS.tooMany}.`);
    if (problems.length > 0) throw new AdminError(problems.join('\n'));
  },
};

const exportContacts: Command = {
  words: '<username>',
  options: {},
  summary: 'prints the address book of a person as a table (CSV)',
  async run({ words: [username = ''] }, tools) {
    const account = await findPerson(tools, username);
    const contacts = await wholeList(tools.repositories.contacts.search(account.id, []));
    tools.print(writeContactCsv(contacts).trimEnd());
  },
};

const importServicesCommand: Command = {
  words: '',
  options: { organisation: 'id' },
  summary:
    'replaces the services for all organisations, or those of one, by a table (CSV) with name, sipaddress, image',
  async run({ options }, tools) {
    const organisation = options.get('organisation');
    if (organisation !== undefined && !/^\d{1,9}$/.test(organisation))
      throw new AdminError(`"${organisation}" is not the number of an organisation.`);
    const services = valueOf(importServices(await tools.readInput()));
    await tools.repositories.contacts.replaceServices(
      organisation === undefined ? undefined : Number(organisation),
      services,
    );
    tools.print(`${services.length} services were imported.`);
  },
};

const importDirectoryCommand: Command = {
  words: '',
  options: {},
  summary:
    'replaces the business directory by a table (CSV) with name, phone, type, category, image, featured, group, organisation',
  async run(_invocation, tools) {
    const directory = valueOf(importDirectory(await tools.readInput()));
    await tools.repositories.directory.replace(directory.entries, directory);
    tools.print(`${directory.entries.length} entries were imported.`);
  },
};

export const peopleCommands: Readonly<Record<string, Command>> = {
  'import-contacts': importContacts,
  'export-contacts': exportContacts,
  'import-services': importServicesCommand,
  'import-directory': importDirectoryCommand,
};
