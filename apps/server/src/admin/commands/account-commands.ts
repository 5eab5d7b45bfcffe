import { PROPERTY_KEYS } from '@samtal/api-contract';
import { generatePassword } from '../../accounts/generate-password.ts';
import type { Account, AccountStatus } from '../../domain/accounts/account.ts';
import { ACCOUNT_STATUSES, isAccountStatus, propertyOf } from '../../domain/accounts/account.ts';
import { composeApprovalMail } from '../../mail/compose.ts';
import { add as addPerson } from '../add.ts';
import { chosenPassword } from '../chosen-password.ts';
import type { AdminTools, Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson, lastLoginOf } from '../find-account.ts';
import { printTable } from '../print-table.ts';

async function changeStatus(tools: AdminTools, account: Account, status: AccountStatus): Promise<void> {
  if ((await tools.repositories.deletions.find(account.id)) !== undefined)
    tools.print(`Its user has asked for the deletion of ${account.username}; that is cancelled.`);
  await tools.accountService.changeStatus(account, status);
  tools.audit({ event: 'account_status_changed', account: account.username, detail: status });
}

const list: Command = {
  words: '',
  options: { status: ACCOUNT_STATUSES.join('|') },
  summary: 'shows the accounts',
  async run({ options }, { repositories, print }) {
    const status = options.get('status');
    if (status !== undefined && !isAccountStatus(status))
      throw new AdminError(`--status must be one of ${ACCOUNT_STATUSES.join(', ')}.`);
    const people = (await repositories.accounts.list()).filter(
      (account) => account.kind === 'person' && (status === undefined || account.status === status),
    );
    const rows = people.map((account) => [
      account.username,
      account.status,
      String(account.organisationId),
      account.addresses.join('|'),
      propertyOf(account, PROPERTY_KEYS.email),
      lastLoginOf(account),
    ]);
    printTable(
      [['USERNAME', 'STATUS', 'ORGANISATION', 'SIP ADDRESS', 'E-MAIL', 'LAST LOG-IN'], ...rows],
      print,
    );
  },
};

const add: Command = {
  words: '<username>',
  options: {
    email: 'address',
    firstname: 'name',
    lastname: 'name',
    organisation: 'id',
    sipaddress: 'user@domain',
    language: 'en|sv|…',
    'password-stdin': '',
  },
  summary: 'adds an active account; without --password-stdin it prints a new password',
  async run(invocation, tools) {
    const [username = ''] = invocation.words;
    const values = Object.fromEntries(invocation.options);
    const chosen = await chosenPassword(invocation, tools, username);
    const { account, password } = await addPerson(tools, { ...values, username, password: chosen });
    tools.print(`Added ${account.username} (${account.addresses.join(', ')}).`);
    if (password !== undefined) tools.print(`Password: ${password}`);
  },
};

const approve: Command = {
  words: '<username>',
  options: {},
  summary: 'approves an account that waits for approval, and notifies its user by mail',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    if (account.status === 'unverified')
      throw new AdminError(
        `${account.username} has not verified the e-mail address yet; "enable" skips that.`,
      );
    if (account.status !== 'awaitingApproval')
      throw new AdminError(
        `${account.username} does not wait for approval: the account is ${account.status}.`,
      );
    await changeStatus(tools, account, 'active');
    const mail = composeApprovalMail(account, tools.mailContext);
    if (mail !== undefined) tools.mailer.send(mail);
    tools.print(`${account.username} can log in now.`);
  },
};

const disable: Command = {
  words: '<username>',
  options: {},
  summary: 'disables an account: it cannot log in, and its phones are disconnected within a second',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    await changeStatus(tools, account, 'disabled');
    tools.print(`${account.username} is disabled.`);
  },
};

const enable: Command = {
  words: '<username>',
  options: {},
  summary: 'makes an account active, without verification and approval',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    await changeStatus(tools, account, 'active');
    tools.print(`${account.username} is active.`);
  },
};

const resetPassword: Command = {
  words: '<username>',
  options: { 'password-stdin': '' },
  summary: 'sets a new password and ends every session; without --password-stdin it prints the password',
  async run(invocation, tools) {
    const account = await findPerson(tools, invocation.words[0]);
    const chosen = await chosenPassword(invocation, tools, account.username);
    const password = chosen ?? generatePassword(tools.createSecret);
    await tools.accountService.changePassword(account, password);
    tools.audit({ event: 'password_changed', account: account.username, detail: 'operator' });
    tools.print(`${account.username} has a new password.`);
    if (chosen === undefined) tools.print(`Password: ${password}`);
  },
};

async function logOutOne(tools: AdminTools, account: Account): Promise<void> {
  await tools.accountService.endSessions(account);
  tools.audit({ event: 'logged_out_everywhere', account: account.username });
}

async function logOutAll(tools: AdminTools): Promise<void> {
  const accounts = (await tools.repositories.accounts.list()).filter(({ kind }) => kind !== 'party');
  for (const account of accounts) await logOutOne(tools, account);
  tools.print(`${accounts.length} accounts are logged out everywhere, callers without an account too.`);
}

const logOut: Command = {
  words: '[username]',
  options: { all: '', yes: '' },
  summary:
    'ends all sessions and SIP connections of an account, calls included; its SIP phones may register again',
  details: [
    '--all instead of the name: of all accounts, and of callers without an account; needs --yes.',
    'Browsers that log in automatically come back. "disable" keeps a person out, "end-links" ends one-click links.',
  ],
  async run({ words: [username], options }, tools) {
    const isForAll = options.has('all');
    if (isForAll && username !== undefined) throw new AdminError('Give <username> or --all, not both.');
    if (!isForAll && username === undefined) throw new AdminError('<username> or --all is missing.');
    if (isForAll) {
      if (!options.has('yes')) throw new AdminError('All calls would end, emergency calls too. Add --yes.');
      return logOutAll(tools);
    }
    const account = await findPerson(tools, username);
    await logOutOne(tools, account);
    tools.print(`${account.username} is logged out everywhere.`);
  },
};

const remove: Command = {
  words: '<username>',
  options: { yes: '' },
  summary: 'deletes an account with everything that belongs to it; needs --yes',
  async run({ words, options }, tools) {
    const account = await findPerson(tools, words[0]);
    if (!options.has('yes'))
      throw new AdminError(`Removing ${account.username} cannot be undone. Add --yes.`);
    await tools.accountService.remove(account);
    tools.audit({ event: 'account_removed', account: account.username });
    tools.print(`${account.username} is deleted.`);
  },
};

export const accountCommands: Readonly<Record<string, Command>> = {
  list,
  add,
  approve,
  disable,
  enable,
  'reset-password': resetPassword,
  'log-out': logOut,
  remove,
};
