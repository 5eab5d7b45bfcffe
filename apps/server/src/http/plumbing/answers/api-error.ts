import { ERROR_CODES, invalidValueText } from '@samtal/api-contract';
import type { FastifyReply } from 'fastify';

/** An error that is reported to the client with its code. Any other error is answered without detail. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly errorCode: number;
  /** Text of the failure for the client. */
  readonly failureText: string | undefined;

  constructor(statusCode: number, errorCode: number, failureText?: string) {
    super(`user API error ${errorCode}`);
    this.statusCode = statusCode;
    this.errorCode = errorCode;
    this.failureText = failureText;
  }
}

/** The 401 for a missing, wrong or expired securityToken; nothing else is answered 401 (A-005, API-28). */
export const tokenRefused = (isExpired: boolean): ApiError =>
  new ApiError(401, isExpired ? ERROR_CODES.tokenExpired : ERROR_CODES.tokenInvalid);

export const invalidValue = (field: string): ApiError =>
  new ApiError(400, ERROR_CODES.invalidValue, invalidValueText(field));

/**
 * The 404 for an id that does not exist or belongs to another account: clients cannot tell the two apart
 * (docs/requirements.md 3.2).
 */
export const notFound = (): ApiError => new ApiError(404, 404, 'Not Found');

/** The 429 for what an account or an address asks too often. */
export const tooManyAttempts = (errorCode: number = ERROR_CODES.invalidValue): ApiError =>
  new ApiError(429, errorCode, 'Too many attempts');

/** The same, which also tells the client after how many seconds it may ask again. */
export function tooManyAttemptsUntil(reply: FastifyReply, waitMs: number, errorCode?: number): ApiError {
  reply.header('Retry-After', Math.ceil(waitMs / 1000));
  return tooManyAttempts(errorCode);
}
