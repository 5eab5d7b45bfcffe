import { parseCsv } from '@samtal/api-contract';
import { headingLine, lineOf, personLine, readHeadings, valuesOfRow } from '../../accounts/people-table.ts';
import { rowProblem } from '../../domain/accounts/row-problem.ts';
import { add, UsernameTakenError } from '../add.ts';
import type { AdminTools, Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { OutputClosedError } from '../output.ts';

/** The columns of a table of accounts, for the help. */
const COLUMNS = [
  'Columns of the table, named in its first line, in any order:',
  '  username      required; as "registration.usernameRegex" of the brand says',
  '  password      6 characters or more, at most "registration.passwordMaxLength" of the brand; empty: a new one is',
  '                made and printed (only read, never exported)',
  '  organisation  number of the organisation; empty: "registration.defaultOrganisation" of the brand',
  '  sipaddress    address of the account; empty: the username at the domain of the server',
  '  language      language of mails, such as sv; empty: English',
  '  status        active, disabled, unverified or awaitingApproval; empty: active',
  '  firstname, lastname, email, address, postcode, city, phonenumber, mobilenumber,',
  '  textphonenumber, isdnnumber, gggnumber, faxnumber',
];

const exportUsers: Command = {
  words: '',
  options: {},
  summary: 'prints the accounts as a table (CSV); without passwords',
  details: COLUMNS,
  async run(_invocation, { repositories, audit, print }) {
    audit({ event: 'people_exported' });
    print(headingLine());
    for await (const page of repositories.persons.all({ terms: [] }))
      for (const account of page) print(personLine(account));
  },
};

/** Adds the account of a row, and prints its line. @returns why it was not added */
async function importRow(
  tools: AdminTools,
  values: Readonly<Record<string, string>>,
): Promise<AdminError | undefined> {
  try {
    const { account, password = '' } = await add(tools, values);
    tools.print(lineOf([account.username, password]));
    return undefined;
  } catch (error) {
    if (error instanceof AdminError && !(error instanceof OutputClosedError)) return error;
    throw error;
  }
}

const messageOf = (problem: AdminError | string): string =>
  typeof problem === 'string' ? problem : problem.message;

const importUsers: Command = {
  readsTable: true,
  words: '',
  options: { 'show-existing': '' },
  summary: 'adds the accounts of a table (CSV) on the standard input; prints the generated passwords',
  details: [
    ...COLUMNS,
    'A table with any other column is refused. Row 1 is the first one after the headings.',
    'After an interruption import the same table again: rows whose username exists change nothing. They are counted;',
    'with --show-existing they are named. Passwords that were not printed are lost; "reset-password" makes new ones.',
  ],
  async run({ options }, tools) {
    const [first = [], ...rows] = parseCsv(await tools.readInput());
    const headings = readHeadings(first);
    if (!headings.ok) throw new AdminError(headings.problem);
    const problems: string[] = [];
    let existing = 0;
    tools.print('username,password');
    for (const [index, row] of rows.entries()) {
      const values = valuesOfRow(headings.names, row);
      const error = rowProblem(headings.names, row) ?? (await importRow(tools, values));
      if (error === undefined) continue;
      if (error instanceof UsernameTakenError && !options.has('show-existing')) existing += 1;
      else problems.push(`Row ${index + 1} (${values['username'] ?? ''}): ${messageOf(error)}`);
    }
    const left = problems.length + existing;
    if (existing > 0)
      problems.push(
        `Rows whose username exists already, which have changed nothing: ${existing}. --show-existing names them.`,
      );
    if (left > 0)
      throw new AdminError([...problems, `${left} of ${rows.length} rows were left out.`].join('\n'));
  },
};

export const tableCommands: Readonly<Record<string, Command>> = {
  'export-users': exportUsers,
  'import-users': importUsers,
};
