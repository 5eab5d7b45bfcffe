import { ERROR_CODES } from '@samtal/api-contract';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { failureText } from '../failure-text.ts';

const byCode: Readonly<Record<number, TextKey>> = {
  [ERROR_CODES.alreadyListed]: 'console.listed_exists',
  [ERROR_CODES.listFull]: 'console.listed_full',
};

/** What to say about a request for an entry of a list that failed. */
export const listedFailure = (failure: ApiFailure): TextKey =>
  byCode[failure.errorCode ?? 0] ??
  (failure.status === 404 ? 'console.listed_gone' : undefined) ??
  (failure.status === 400 ? 'console.value_wrong' : failureText(failure));
