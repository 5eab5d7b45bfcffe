import { followProviderRole } from '../../accounts/follow-provider-role.ts';
import type { Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';
import { printTable } from '../print-table.ts';

const listIdentities: Command = {
  words: '<username>',
  options: {},
  summary: 'shows with which person of the OpenID Connect provider an account is connected',
  async run({ words }, tools) {
    const { repositories, print } = tools;
    const account = await findPerson(tools, words[0]);
    const rows = (await repositories.identities.list(account.id)).map(({ issuer, subject, connectedAt }) => [
      issuer,
      subject,
      new Date(connectedAt).toISOString(),
    ]);
    printTable([['ISSUER', 'SUBJECT', 'CONNECTED'], ...rows], print);
  },
};

const disconnectIdentity: Command = {
  words: '<username>',
  options: {},
  summary: 'disconnects an account from the OpenID Connect provider, and ends its sessions',
  async run({ words }, tools) {
    const { repositories, audit, print } = tools;
    const account = await findPerson(tools, words[0]);
    // No claim would take the role of the provider away any more.
    if ((await repositories.identities.list(account.id)).length > 0)
      await followProviderRole(account.id, undefined, tools);
    if (!(await repositories.identities.disconnect(account.id)))
      throw new AdminError(`${account.username} is not connected with a provider.`);
    await repositories.sessions.removeAll(account.id);
    audit({ event: 'identity_disconnected', account: account.username, detail: 'operator' });
    print(`${account.username} is not connected with a provider any more.`);
    if (account.passwordHash === undefined)
      print('The account has no password: give it one with "reset-password", or its user cannot log in.');
  },
};

export const identityCommands: Readonly<Record<string, Command>> = {
  'list-identities': listIdentities,
  'disconnect-identity': disconnectIdentity,
};
