import { ERROR_CODES } from '@samtal/api-contract';
import type { Account } from './account.ts';

/**
 * Why a user may not log in after the password check. Only a user who knows the password learns the status of
 * the account; others are told that username or password is wrong.
 * @returns an errorCode of the user API; undefined = the user may log in
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
