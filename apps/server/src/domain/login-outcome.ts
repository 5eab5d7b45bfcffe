import { ERROR_CODES } from '@samtal/api-contract';
import type { Account } from './account.ts';

/**
 * Whether someone whose password has been compared may enter. The state of an account is told only to those who
 * know its password; everybody else hears that name or password is wrong.
 * @returns undefined = welcome, else an errorCode of the user API
 */
export function loginRefusal(account: Account | undefined, isPasswordRight: boolean): number | undefined {
  if (account === undefined || account.kind !== 'person' || !isPasswordRight)
    return ERROR_CODES.wrongCredentials;
  switch (account.status) {
    case 'active':
      return undefined;
    case 'disabled':
      return ERROR_CODES.accountDisabled;
    case 'unverified':
      return ERROR_CODES.emailNotVerified;
    case 'awaitingApproval':
      return ERROR_CODES.awaitingApproval;
  }
}
