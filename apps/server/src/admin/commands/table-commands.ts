import { parseCsv } from '@samtal/api-contract';
import { headingLine, lineOf, personLine, readHeadings, valuesOfRow } from '../../accounts/people-table.ts';
import { rowProblem } from '../../domain/accounts/row-problem.ts';
import { add } from '../add.ts';
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

async function importRow(tools: AdminTools, values: Readonly<Record<string, string>>): Promise<string> {
  const { account, password = '' } = await add(tools, values);
  return lineOf([account.username, password]);
}

const importUsers: Command = {
  readsTable: true,
  words: '',
  options: {},
  summary: 'adds the accounts of a table (CSV) on the standard input; prints the generated passwords',
  details: [
    ...COLUMNS,
    'A table with any other column is refused. Row 1 is the first one after the headings.',
    'After an interruption import the same table again: rows whose username exists change nothing. Passwords that',
    'were not printed are lost; "reset-password" makes new ones.',
  ],
  async run(_invocation, tools) {
    const [first = [], ...rows] = parseCsv(await tools.readInput());
    const headings = readHeadings(first);
    if (!headings.ok) throw new AdminError(headings.problem);
    const problems: string[] = [];
    tools.print('username,password');
    for (const [index, row] of rows.entries()) {
      const values = valuesOfRow(headings.names, row);
      const problem = rowProblem(headings.names, row);
      if (problem !== undefined) {
        problems.push(`Row ${index + 1} (${values['username'] ?? ''}): ${problem}`);
        continue;
      }
      try {
        tools.print(await importRow(tools, values));
      } catch (error) {
        if (!(error instanceof AdminError) || error instanceof OutputClosedError) throw error;
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
