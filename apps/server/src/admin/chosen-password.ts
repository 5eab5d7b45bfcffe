import { passwordProblem } from '@samtal/api-contract';
import { passwordRulesOf } from '../accounts/add-person.ts';
import type { AdminTools, Invocation } from './command.ts';
import { AdminError } from './command.ts';

/** The password that the operator has chosen, the first line of standard input; undefined = none is chosen. */
export async function chosenPassword(
  { options }: Invocation,
  { readInput, brand }: AdminTools,
  username: string,
): Promise<string | undefined> {
  if (!options.has('password-stdin')) return undefined;
  const [password = ''] = (await readInput()).split(/\r?\n/);
  if (passwordProblem(password, username, brand.registration) !== undefined)
    throw new AdminError(`The password on the standard input is not allowed: ${passwordRulesOf(brand)}`);
  return password;
}
