import { TOOL_COMMAND } from '../../config/tool-command.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { SIP_SECRET_LIMITS } from '../../domain/limits/limits.ts';
import type { Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';
import { printTable } from '../print-table.ts';

/** Matches the name of a device: characters that users can read in a table and type. */
const DEVICE_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

const exportSipSecrets: Command = {
  words: '',
  options: {},
  summary: 'prints every valid secret, for an external SIP server: user, domain, secret; keep it secret',
  async run(_invocation, { repositories, audit, print }) {
    audit({ event: 'sip_secrets_exported' });
    for (const { username, domain, password } of await repositories.accounts.listSipAccounts())
      print([username, domain, password].join(','));
  },
};

const addSipDevice: Command = {
  words: '<username> <device>',
  options: {},
  summary: 'adds a SIP phone without a browser, and prints its secret once',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    const [, name = ''] = words;
    if (!DEVICE_NAME.test(name))
      throw new AdminError(
        'The name of a device is up to 40 letters, digits, dots, hyphens, underscores and spaces.',
      );
    if (account.status !== 'active')
      throw new AdminError(`${account.username} cannot register a device: the account is ${account.status}.`);
    const sipSecret = tools.createSecret();
    const { devicesPerAccount } = SIP_SECRET_LIMITS;
    const outcome = await tools.repositories.devices.add(account.id, { name, sipSecret }, devicesPerAccount);
    if (outcome === 'taken')
      throw new AdminError(
        `${account.username} has a device "${name}" already. Remove it first, or choose another name.`,
      );
    if (outcome === 'full')
      throw new AdminError(`${account.username} has ${devicesPerAccount} devices already. Remove one first.`);
    tools.audit({ event: 'sip_device_added', account: account.username, detail: name });
    tools.print(`SIP address: ${account.addresses.join(', ')}`);
    tools.print(`Username: ${account.username}`);
    tools.print(`Secret: ${sipSecret}`);
  },
};

const lastUse = (lastUsedAt: number | undefined): string =>
  lastUsedAt === undefined ? 'never' : new Date(lastUsedAt).toISOString();

const listSipDevices: Command = {
  words: '[username]',
  options: {},
  summary: 'shows the SIP phones without a browser, of one person or of all, and their last use',
  async run({ words }, tools) {
    const { accounts, devices } = tools.repositories;
    const people: readonly Account[] =
      words[0] === undefined ? await accounts.list() : [await findPerson(tools, words[0])];
    const rows: string[][] = [];
    for (const { id, username } of people)
      for (const { name, lastUsedAt } of await devices.list(id))
        rows.push([username, name, lastUse(lastUsedAt)]);
    printTable([['USERNAME', 'DEVICE', 'LAST USE'], ...rows], tools.print);
  },
};

const removeSipDevice: Command = {
  words: '<username> <device>',
  options: {},
  summary: 'removes the secret of a SIP phone, which loses its connection and its call within a second',
  async run({ words }, tools) {
    const account = await findPerson(tools, words[0]);
    const [, name = ''] = words;
    if (!(await tools.repositories.devices.remove(account.id, name)))
      throw new AdminError(
        `${account.username} has no device "${name}". See "${TOOL_COMMAND} list-sip-devices ${account.username}".`,
      );
    tools.audit({ event: 'sip_device_removed', account: account.username, detail: name });
    tools.print(`The secret of "${name}" is no longer valid.`);
  },
};

export const sipCommands: Readonly<Record<string, Command>> = {
  'add-sip-device': addSipDevice,
  'list-sip-devices': listSipDevices,
  'remove-sip-device': removeSipDevice,
  'export-sip-secrets': exportSipSecrets,
};
