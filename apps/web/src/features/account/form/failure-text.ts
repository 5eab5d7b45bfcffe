import type { ApiFailure } from '../../../client/ports/user-api.ts';

/** The server's text about a failure, else its error code or HTTP status, for the help desk. */
export const failureText = ({ failureText, errorCode, status }: ApiFailure): string =>
  failureText ?? String(errorCode ?? status);

/** True = no answer, or an answer 5xx. The network alert already reports such failures (ERR-09). */
export const isNetworkFailure = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;

/** Whether the answer to "is this value free?" leaves that open: no answer, a fault, or too many requests. */
export const leavesOpen = (failure: ApiFailure): boolean =>
  isNetworkFailure(failure) || failure.status === 429;
