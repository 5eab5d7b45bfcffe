import { passwordProblem } from '@samtal/api-contract';
import { generatePassword } from '../accounts/generate-password.ts';
import type { AdminTools, Invocation } from './command.ts';
import { AdminError } from './command.ts';

/**
 * The password to set: the first line of standard input with `--password-stdin`, otherwise a random password.
 */
export async function newPassword(
  { options }: Invocation,
  { readInput, createSecret, brand }: AdminTools,
  username: string,
): Promise<{ readonly password: string; readonly isGenerated: boolean }> {
  if (!options.has('password-stdin')) return { password: generatePassword(createSecret), isGenerated: true };
  const [password = ''] = (await readInput()).split(/\r?\n/);
  if (passwordProblem(password, username, brand.registration) !== undefined)
    throw new AdminError(
      'The password on the standard input does not follow the rules (6 to 20 characters).',
    );
  return { password, isGenerated: false };
}
