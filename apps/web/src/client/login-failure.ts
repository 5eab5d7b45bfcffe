import { ERROR_CODES } from '@samtal/api-contract';
import type { Message } from './message.ts';
import type { ApiFailure } from './ports.ts';

/** Why a login did not work, in words (LOGIN-08, LOGIN-09, LOGIN-10). */
export function loginFailureMessage({ status, errorCode }: ApiFailure): Message {
  if (status === 429) return { key: 'error.toomanytries' };
  if (status === 0 || errorCode === ERROR_CODES.noServerContact) return { key: 'error.noservercontact' };
  if (errorCode === ERROR_CODES.wrongCredentials || errorCode === ERROR_CODES.badKioskToken)
    return { key: 'error.usernameorpassword' };
  return { key: 'error.unknown', detail: String(errorCode ?? status) };
}
