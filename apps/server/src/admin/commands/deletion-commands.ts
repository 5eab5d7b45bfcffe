import { composeAccountKeptMail } from '../../mail/compose.ts';
import type { Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';
import { printTable } from '../print-table.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

const listDeletions: Command = {
  words: '',
  options: {},
  summary: 'shows the accounts whose users have asked for their deletion, and when they are deleted',
  async run(_invocation, { repositories, print }) {
    const rows: string[][] = [];
    for (const { accountId, askedAt, dueAt } of await repositories.deletions.list()) {
      const account = await repositories.accounts.findById(accountId);
      if (account !== undefined) rows.push([account.username, timeOf(askedAt), timeOf(dueAt)]);
    }
    printTable([['USERNAME', 'ASKED', 'DELETED'], ...rows], print);
  },
};

const cancelDeletion: Command = {
  words: '<username>',
  options: {},
  summary: 'keeps an account whose user has asked for its deletion: it is active again',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    if ((await tools.repositories.deletions.find(account.id)) === undefined)
      throw new AdminError(`The user of ${account.username} has not asked for its deletion.`);
    if (!(await tools.accountService.cancelDeletion(account)))
      throw new AdminError(`${account.username} is being deleted already.`);
    tools.audit({ event: 'deletion_cancelled', account: account.username, detail: 'operator' });
    const mail = composeAccountKeptMail(account, tools.mailContext);
    if (mail !== undefined) tools.mailer.send(mail);
    tools.print(`${account.username} is active.`);
  },
};

export const deletionCommands: Readonly<Record<string, Command>> = {
  'list-deletions': listDeletions,
  'cancel-deletion': cancelDeletion,
};
