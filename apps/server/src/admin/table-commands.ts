import type { FieldName } from '@samtal/api-contract';
import { FIELD_NAMES, FIELDS, languageOf, parseCsv, writeCsv } from '@samtal/api-contract';
import { generatePassword } from '../accounts/generate-password.ts';
import type { Account } from '../domain/accounts/account.ts';
import { propertySetOf } from '../domain/accounts/account.ts';
import { addPerson } from './add-person.ts';
import type { AdminTools, Command } from './command.ts';
import { AdminError } from './command.ts';
import { FORMULA } from './formula.ts';

/** The columns of a table of accounts, for the help. */
const COLUMNS = [
  'Columns of the table, named in its first line, in any order:',
  '  username      required; as "registration.usernameRegex" of the brand says',
  '  password      6 to 20 characters; empty: a new one is made and printed (only read, never exported)',
  '  organisation  number of the organisation; empty: "registration.defaultOrganisation" of the brand',
  '  sipaddress    address of the account; empty: the username at the domain of the server',
  '  language      language of mails, such as sv; empty: English',
  '  status        active, disabled, unverified or awaitingApproval; empty: active',
  '  firstname, lastname, email, address, postcode, city, phonenumber, mobilenumber,',
  '  textphonenumber, isdnnumber, gggnumber, faxnumber',
];

const EXPORTED: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== 'password');

const lineOf = (cells: readonly string[]): string => writeCsv([cells], FORMULA).trimEnd();

function rowOf(account: Account): string[] {
  const properties = propertySetOf(account);
  const cells = EXPORTED.map(
    (name) => properties.find(({ key }) => key === FIELDS[name].property)?.value ?? '',
  );
  return [...cells, account.language ? languageOf(account.language) : '', account.status];
}

const exportUsers: Command = {
  words: '',
  options: {},
  summary: 'prints the accounts as a table (CSV); without passwords',
  details: COLUMNS,
  async run(_invocation, { repositories, print }) {
    print(lineOf([...EXPORTED, 'language', 'status']));
    for (const account of await repositories.accounts.list())
      if (account.kind === 'person') print(lineOf(rowOf(account)));
  },
};

type Table = { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] };

function readTable(csv: string): Table {
  const [headings = [], ...rows] = parseCsv(csv);
  const names = headings.map((heading) => heading.trim().toLowerCase());
  if (!names.includes('username'))
    throw new AdminError('The first line must name the columns, and one of them must be "username".');
  const known = [...FIELD_NAMES, 'language', 'status'];
  const unknown = names.find((name) => !known.some((each) => each === name));
  if (unknown !== undefined)
    throw new AdminError(`There is no column "${unknown}". Columns are: ${known.join(', ')}.`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new AdminError(`There is more than one column "${repeated}".`);
  return { headings: names, rows };
}

async function importRow(tools: AdminTools, values: Record<string, string>): Promise<string> {
  const given = values['password'] ?? '';
  const password = given === '' ? generatePassword(tools.createSecret) : given;
  const account = await addPerson(tools, { ...values, password });
  return given === '' ? lineOf([account.username, password]) : lineOf([account.username, '']);
}

const importUsers: Command = {
  words: '',
  options: {},
  summary: 'adds the accounts of a table (CSV) on the standard input; prints the generated passwords',
  details: [...COLUMNS, 'A table with any other column is refused.'],
  async run(_invocation, tools) {
    const { headings, rows } = readTable(await tools.readInput());
    const problems: string[] = [];
    tools.print('username,password');
    for (const [index, row] of rows.entries()) {
      const values = Object.fromEntries(headings.map((name, column) => [name, row[column]?.trim() ?? '']));
      try {
        tools.print(await importRow(tools, values));
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        problems.push(`Row ${index + 1} (${values['username'] ?? ''}): ${error.message}`);
      }
    }
    if (problems.length > 0)
      throw new AdminError(
        [...problems, `${problems.length} of ${rows.length} rows were left out.`].join('\n'),
      );
  },
};

export const tableCommands: Readonly<Record<string, Command>> = {
  'export-users': exportUsers,
  'import-users': importUsers,
};
