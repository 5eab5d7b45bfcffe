import { isRole, ROLES } from '@samtal/api-contract';
import type { Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson, lastLoginOf } from '../find-account.ts';
import { printTable } from '../print-table.ts';

const role: Command = {
  words: '<username> <operator|administrator|support|none>',
  options: {},
  summary: 'says what a person may do in the console at /admin',
  details: [
    '  operator       everything',
    '  administrator  the people of the own organisation',
    '  support        reads, of all organisations',
    '  none           nothing, as every account that has no role',
  ],
  async run({ words: [username, wanted = ''] }, tools) {
    const account = await findPerson(tools, username);
    if (wanted !== 'none' && !isRole(wanted))
      throw new AdminError(`"${wanted}" is no role. It is one of ${[...ROLES, 'none'].join(', ')}.`);
    await tools.repositories.accounts.changeRole(account.id, wanted === 'none' ? undefined : wanted);
    tools.audit({ event: 'role_changed', account: account.username, detail: wanted });
    tools.print(
      wanted === 'none'
        ? `${account.username} has no role any more.`
        : `${account.username} has the role ${wanted}, from the next request on.`,
    );
  },
};

const listRoles: Command = {
  words: '',
  options: {},
  summary: 'shows who may use the console at /admin',
  async run(_invocation, { repositories, print }) {
    const people = await repositories.persons.withRole();
    const rows: string[][] = [];
    for (const account of people)
      rows.push([
        account.username,
        account.role ?? '',
        String(account.organisationId),
        account.status,
        (await repositories.secondFactors.isOn(account.id)) ? 'yes' : 'no',
        lastLoginOf(account),
      ]);
    printTable([['USERNAME', 'ROLE', 'ORGANISATION', 'STATUS', 'TWO STEPS', 'LAST LOG-IN'], ...rows], print);
  },
};

export const roleCommands: Readonly<Record<string, Command>> = { role, 'list-roles': listRoles };
