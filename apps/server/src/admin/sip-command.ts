import type { Command } from './command.ts';

const exportSipSecrets: Command = {
  words: '',
  options: {},
  summary: 'prints who may register with a SIP server of your own: user, domain, secret; keep it secret',
  async run(_invocation, { repositories, print }) {
    for (const { username, domain, password } of await repositories.accounts.listSipAccounts())
      print([username, domain, password].join(','));
  },
};

export const sipCommands: Readonly<Record<string, Command>> = { 'export-sip-secrets': exportSipSecrets };
