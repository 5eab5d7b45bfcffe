import { composeSecondFactorMail } from '../../mail/compose.ts';
import type { Command } from '../command.ts';
import { AdminError } from '../command.ts';
import { findPerson } from '../find-account.ts';

const removeSecondFactor: Command = {
  words: '<username>',
  options: {},
  summary: 'turns log-in in two steps off for a person who has lost phone, passkeys and recovery codes',
  async run({ words }, tools) {
    const { repositories, audit, print } = tools;
    const account = await findPerson(tools, words[0]);
    if (!(await repositories.secondFactors.remove(account.id, 'all')))
      throw new AdminError(`${account.username} logs in without a second step.`);
    audit({ event: 'second_factor_removed', account: account.username, detail: 'operator' });
    const mail = composeSecondFactorMail(account, 'secondFactorOffByOperator', tools.mailContext);
    if (mail !== undefined) tools.mailer.send(mail);
    print(`${account.username} logs in with the password alone from now on.`);
  },
};

export const secondFactorCommands: Readonly<Record<string, Command>> = {
  'remove-second-factor': removeSecondFactor,
};
