import { ERROR_CODES } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { Message } from '../alerts/message.ts';
import type { ApiFailure } from '../ports/user-api.ts';

/**
 * The statuses of a service that is down: a proxy answers with them when the service is not running, and the
 * service itself when it cannot work.
 */
const serviceIsDown: ReadonlySet<number> = new Set([502, 503, 504]);

/** The hint for each error code that means that a new account cannot be used yet. */
const hints: Readonly<Record<number, TextKey>> = {
  [ERROR_CODES.emailNotVerified]: 'error.emailNotVerified',
  [ERROR_CODES.awaitingApproval]: 'error.awaitingApproval',
};

/** The text for a failed login (LOGIN-08, LOGIN-09, LOGIN-10, LOGIN-20). */
export function loginFailureMessage({ status, errorCode }: ApiFailure): Message {
  if (status === 429) return { key: 'error.toomanytries' };
  if (status === 0 || errorCode === ERROR_CODES.noServerContact) return { key: 'error.noservercontact' };
  if (errorCode === ERROR_CODES.wrongCredentials || errorCode === ERROR_CODES.badKioskToken)
    return { key: 'error.usernameorpassword' };
  if (errorCode === ERROR_CODES.secondFactorWrong) return { key: 'secondfactor.code_wrong' };
  if (errorCode === ERROR_CODES.signInExpired) return { key: 'signin.expired' };
  if ((errorCode === undefined || errorCode === ERROR_CODES.internal) && serviceIsDown.has(status))
    return { key: 'error.serviceUnavailable' };
  const unknown: Message = { key: 'error.unknown', detail: String(errorCode ?? status) };
  const hint = hints[errorCode ?? 0];
  return hint === undefined ? unknown : { ...unknown, hint };
}
