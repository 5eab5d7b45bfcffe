import { ERROR_CODES } from '@samtal/api-contract';
import type { ApiFailure } from '../../client/ports/user-api.ts';
import type { TextKey } from '../../i18n/index.ts';

const byCode: Readonly<Record<number, TextKey>> = {
  [ERROR_CODES.notAllowed]: 'console.not_allowed',
  [ERROR_CODES.ownAccount]: 'console.own_account',
  [ERROR_CODES.notPossible]: 'console.not_possible',
  [ERROR_CODES.signInNeeded]: 'console.no_password',
  [ERROR_CODES.usernameExists]: 'registration.username_exists',
  [ERROR_CODES.emailExists]: 'registration.email_exists',
  [ERROR_CODES.sipAddressExists]: 'console.address_taken',
};

const byStatus: Readonly<Record<number, TextKey>> = {
  0: 'network.networkError',
  403: 'console.not_allowed',
  404: 'console.gone',
  429: 'console.too_many',
  503: 'console.busy',
};

/** What to say about a request that failed. */
export const failureText = ({ status, errorCode = 0 }: ApiFailure): TextKey =>
  byCode[errorCode] ?? byStatus[status] ?? 'console.failed';
