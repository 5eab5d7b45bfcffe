import type { ApiFailure } from '../../../client/ports/user-api.ts';

/** Text in parentheses after a failure: the server's text, else a number for the help desk. */
export const failureText = ({ failureText, errorCode, status }: ApiFailure): string =>
  failureText ?? String(errorCode ?? status);

/** The network alert reports these already (ERR-09). */
export const isNetworkFailure = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;
