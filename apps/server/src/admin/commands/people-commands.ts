import {
  CARDS_PER_FILE,
  CONTACTS_PER_ACCOUNT,
  parseCsv,
  readContactCsv,
  writeContactCsv,
  writeCsv,
} from '@samtal/api-contract';
import {
  directoryHeadings,
  directoryLine,
  serviceHeadings,
  serviceLine,
} from '../../accounts/listed-table.ts';
import type { ImportResult } from '../../domain/accounts/people-import.ts';
import {
  DIRECTORY_COLUMNS,
  importDirectory,
  importServices,
  SERVICE_COLUMNS,
  unknownColumns,
} from '../../domain/accounts/people-import.ts';
import { wholeList } from '../../storage/repositories/in-pages.ts';
import type { AdminTools, Command, Invocation } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';

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

/** Prints a warning for each column that is not read, so that a misspelt heading is noticed. */
function warnOfColumns(
  unknown: readonly string[],
  known: readonly string[],
  { warn }: Pick<AdminTools, 'warn'>,
): void {
  for (const heading of unknown)
    warn(`Warning: the column "${heading}" is not read. Columns are: ${known.join(', ')}.`);
}

/**
 * The headings of a table of contacts as Samtal exports it. Headings that other programs use are read too.
 */
const CONTACT_COLUMNS = parseCsv(writeContactCsv([]))[0] ?? [];

const isAddressColumn = (heading: string): boolean =>
  readContactCsv(writeCsv([[heading], ['a@b.example']])).contacts.length > 0;

/**
 * Whether `readContactCsv` uses a column with this heading. It knows many headings for each field, so a
 * sample contact is read.
 */
function isContactColumn(heading: string): boolean {
  const rows = [
    ['SIP address', heading],
    ['x@b.example', 'a@b.example'],
  ];
  const [contact = {}] = readContactCsv(writeCsv(rows)).contacts;
  return isAddressColumn(heading) || Object.values(contact).includes('a@b.example');
}

const importContacts: Command = {
  readsTable: true,
  words: '<username>',
  options: {},
  summary: 'adds the contacts of a table (CSV) on the standard input to the address book of a person',
  details: [
    `Columns of the table, named in its first line, in any order: ${CONTACT_COLUMNS.join(', ')}.`,
    '"SIP address" is required, also called "sip". "Name" is read as first name. "Address" is the street.',
  ],
  async run({ words: [username = ''] }, tools) {
    const account = await findPerson(tools, username);
    const table = await tools.readInput();
    const rows = parseCsv(table, CARDS_PER_FILE);
    if (rows === undefined)
      throw new AdminError(`Nothing was imported: the table has more than ${CARDS_PER_FILE} rows.`);
    const [headings = []] = rows;
    if (!headings.some(isAddressColumn))
      throw new AdminError(
        `There is no column "SIP address", so nothing was imported. Columns are: ${CONTACT_COLUMNS.join(', ')}.`,
      );
    const unknown = headings.filter((heading) => heading.trim() !== '' && !isContactColumn(heading));
    warnOfColumns(unknown, CONTACT_COLUMNS, tools);
    const { contacts, skipped } = readContactCsv(table);
    const added = await tools.repositories.contacts.addAll(account.id, contacts, CONTACTS_PER_ACCOUNT);
    tools.audit({ event: 'contacts_imported', account: account.username, detail: `contacts: ${added}` });
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
    tools.audit({ event: 'contacts_exported', account: account.username });
    const contacts = await wholeList(tools.repositories.contacts.search(account.id, []));
    tools.print(writeContactCsv(contacts).trimEnd());
  },
};

/** Refuses a table that would only remove what there is, unless the operator says so. */
function refuseEmpty(rows: readonly unknown[], { options }: Invocation, what: string): void {
  if (rows.length === 0 && !options.has('yes'))
    throw new AdminError(`The table has no rows: it would remove all ${what}. Add --yes if it shall.`);
}

/** The number of an organisation; undefined = none is given. */
function organisationIn({ options }: Invocation): number | undefined {
  const organisation = options.get('organisation');
  if (organisation === undefined) return undefined;
  if (!/^\d{1,9}$/.test(organisation))
    throw new AdminError(`"${organisation}" is not the number of an organisation.`);
  return Number(organisation);
}

const exportServices: Command = {
  words: '',
  options: { organisation: 'id' },
  summary: 'prints the services for all organisations, or those of one, as a table (CSV)',
  async run(invocation, { repositories, print }) {
    const organisation = organisationIn(invocation);
    print(serviceHeadings());
    for await (const page of repositories.serviceList.all())
      for (const row of page) if (row.organisationId === organisation) print(serviceLine(row));
  },
};

const exportDirectory: Command = {
  words: '',
  options: {},
  summary: 'prints the business directory as a table (CSV)',
  async run(_invocation, { repositories, audit, print }) {
    audit({ event: 'directory_exported' });
    print(directoryHeadings());
    for await (const page of repositories.directoryList.all())
      for (const row of page) print(directoryLine(row));
  },
};

const importServicesCommand: Command = {
  readsTable: true,
  words: '',
  options: { organisation: 'id', yes: '' },
  summary:
    'replaces the services for all organisations, or those of one, by a table (CSV) with name, sipaddress, image',
  details: [
    'Columns of the table, named in its first line, in any order:',
    '  name        required; what the user reads',
    '  sipaddress  required; an address without a domain is called in the domain of the caller',
    '  image       address of an image; may be empty',
    'Save the services of before with export-services. A table without rows needs --yes.',
  ],
  async run(invocation, tools) {
    const organisation = organisationIn(invocation);
    const table = await tools.readInput();
    const services = valueOf(importServices(table));
    refuseEmpty(services, invocation, 'services');
    warnOfColumns(unknownColumns(table, SERVICE_COLUMNS), SERVICE_COLUMNS, tools);
    await tools.repositories.contacts.replaceServices(organisation, services);
    const of = organisation === undefined ? 'all organisations' : `organisation ${organisation}`;
    tools.audit({ event: 'services_replaced', detail: `${of}: ${services.length}` });
    tools.print(`${services.length} services were imported.`);
  },
};

const importDirectoryCommand: Command = {
  readsTable: true,
  words: '',
  options: { yes: '' },
  summary:
    'replaces the business directory by a table (CSV) with name, phone, type, category, image, featured, group, organisation',
  details: [
    'Columns of the table, named in its first line, in any order; only name is required:',
    '  name, phone     what the user reads, and the number or address to call',
    '  type, category  filters of the list',
    '  image           address of an image',
    '  featured        yes: the entry is listed first',
    '  group           yes: the entry is a heading and cannot be called',
    '  organisation    number of the organisation that sees the entry; empty: all do',
    'Save the directory of before with export-directory. A table without rows needs --yes.',
  ],
  async run(invocation, tools) {
    const table = await tools.readInput();
    const directory = valueOf(importDirectory(table));
    refuseEmpty(directory.entries, invocation, 'entries of the directory');
    warnOfColumns(unknownColumns(table, DIRECTORY_COLUMNS), DIRECTORY_COLUMNS, tools);
    await tools.repositories.directory.replace(directory.entries, directory);
    tools.audit({ event: 'directory_replaced', detail: `entries: ${directory.entries.length}` });
    tools.print(`${directory.entries.length} entries were imported.`);
  },
};

export const peopleCommands: Readonly<Record<string, Command>> = {
  'import-contacts': importContacts,
  'export-contacts': exportContacts,
  'export-services': exportServices,
  'import-services': importServicesCommand,
  'export-directory': exportDirectory,
  'import-directory': importDirectoryCommand,
};
