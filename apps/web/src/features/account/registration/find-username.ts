import { type FieldValues, generateUsername, usernameAttempt } from '@samtal/api-contract';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { leavesOpen } from '../form/failure-text.ts';

/** How many usernames to try before the registration fails. */
const MOST_ATTEMPTS = 50;

/**
 * Finds the username to register with: the typed one, else the generated one, with a number if that is taken
 * (SIGNUP-25, A-023).
 * @returns a failure if all tried names are taken, or if the server cannot tell whether a name is free
 */
export async function findUsername(
  values: FieldValues,
  api: Pick<AccountsApi, 'checkIsFree'>,
): Promise<{ readonly username: string } | ApiFailure> {
  const typed = values.username.trim();
  if (typed !== '') return { username: typed };
  const name = generateUsername(values);
  let failure: ApiFailure = { ok: false, status: 0 };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const username = usernameAttempt(name, attempt);
    const answer = await api.checkIsFree({ key: 'username', value: username });
    if (answer.ok) return { username };
    failure = answer;
    if (leavesOpen(answer)) return answer;
  }
  return failure;
}
