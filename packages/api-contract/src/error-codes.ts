import * as z from 'zod/mini';

/** Codes of the user API (docs/requirements.md 3.2); the client itself creates -1 and -2. */
export const ERROR_CODES = {
  badKioskToken: -1,
  noServerContact: -2,
  wrongCredentials: 1001,
  emailNotVerified: 1002,
  tokenInvalid: 1003,
  tokenExpired: 1004,
  awaitingApproval: 1005,
  accountDisabled: 1006,
  deletionPending: 1007,
  /** The sign-in at the provider is too old, used, or of another browser (decision D99). */
  signInExpired: 1008,
  /** The user has no password here, and must sign in at the provider once more. */
  signInNeeded: 1009,
  /** Users log in at the provider only. */
  passwordsOff: 1010,
  /** The password is right, and the second step is missing (decision D100). */
  secondFactorNeeded: 1011,
  /** The code or passkey of the second step is wrong, or was used before. */
  secondFactorWrong: 1012,
  /** The password was changed a short time ago without the one before, so it proves nothing yet. */
  passwordIsNew: 1013,
  usernameExists: 2001,
  emailExists: 2002,
  sipAddressExists: 2003,
  invalidValue: 2004,
  resetNotEnabled: 3001,
  registrationNotEnabled: 3002,
  captchaWrong: 3003,
  linkExpired: 4001,
  linkInvalid: 4002,
  internal: 5000,
  notAllowed: 6001,
  confirmationNeeded: 6002,
  ownAccount: 6003,
  notPossible: 6004,
  /** Without this account no operator would be left (decision D107). */
  lastOperator: 6005,
  /** The role needs log-in in two steps, which this account does not have yet. */
  secondFactorRequired: 6006,
  /** There is such an entry already (decision D112). */
  alreadyListed: 6007,
  /** The list has as many entries as it may have. */
  listFull: 6008,
} as const;

/** The body of every failure; a body with `errorCode` is a failure at any HTTP status. */
export const errorAnswerSchema = z.object({
  errorCode: z.number(),
  failureText: z.optional(z.string()),
});

export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

const INVALID_VALUE = 'Invalid value: ';

/** The `failureText` for the code `invalidValue`: names the invalid key of the request. */
export const invalidValueText = (key: string): string => `${INVALID_VALUE}${key}`;

/** The invalid key that a `failureText` names; servers other than Samtal may send only the key. */
export const invalidKeyIn = (failureText: string): string =>
  failureText.startsWith(INVALID_VALUE) ? failureText.slice(INVALID_VALUE.length) : failureText;
