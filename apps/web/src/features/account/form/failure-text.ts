import type { ApiFailure } from '../../../client/ports/user-api.ts';

/** What stands in parentheses after a failure: the server's words, or else a number to tell the help desk. */
export const failureText = ({ failureText, errorCode, status }: ApiFailure): string =>
  failureText ?? String(errorCode ?? status);

/** Told by the alert about the network already (ERR-09). */
export const isNetworkFailure = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;
