import type { OperationText } from './operation.ts';

const PROOF =
  '1001: wrong password; 1009: the account has no password here; 1011: the second step is needed; 1012: its code or passkey is wrong, or was used before';
const NOT_OFFERED = 'the brand does not offer it to this account';
const TOO_MANY = 'five wrong passwords, or five wrong codes, in ten minutes';
const HASHING = 'too many passwords are being checked';
const PASSWORD = { password: 'demo1234' };

/** Operations of the second step of the log-in (decision D100). */
export const secondFactorOperations: Readonly<Record<string, OperationText>> = {
  'GET user/secondFactor': {
    id: 'getSecondFactor',
    tag: 'account',
    summary: 'Reads what the account has for the second step of its log-in',
    access: 'session',
    errors: { 404: 'the caller has no account' },
    example: {
      answer: { isOffered: true, isOn: false, hasPasskeys: true, recoveryCodes: 0, passkeys: [] },
    },
  },
  'POST user/secondFactor/app': {
    id: 'beginAuthenticatorApp',
    tag: 'account',
    summary: 'Makes the secret for an authenticator app (RFC 6238)',
    description:
      'It counts when a code confirms it in the same session, within ten minutes, and then replaces an earlier one. `address` is for a QR code.',
    access: 'session',
    errors: { 400: PROOF, 404: NOT_OFFERED, 429: TOO_MANY, 503: HASHING },
    example: {
      body: PASSWORD,
      answer: { secret: 'in base32', address: 'otpauth://totp/Samtal:alice?secret=…' },
    },
  },
  'POST user/secondFactor/app/confirmation': {
    id: 'confirmAuthenticatorApp',
    tag: 'account',
    summary: 'Adds the authenticator app, with a code that it shows',
    description:
      'If it is the first factor of the account, the answer has its recovery codes, which are not shown again.',
    access: 'session',
    errors: {
      400: '1012: the code is wrong, the secret too old, or another factor was added since without the second step',
      404: NOT_OFFERED,
      429: '1012: five wrong codes in ten minutes',
    },
  },
  'POST user/secondFactor/recoveryCodes': {
    id: 'renewRecoveryCodes',
    tag: 'account',
    summary: 'Makes new recovery codes; the earlier ones end',
    access: 'session',
    errors: { 400: PROOF, 404: 'the account has no second factor', 429: TOO_MANY, 503: HASHING },
  },
  'POST user/secondFactor/passkeys/options': {
    id: 'beginPasskey',
    tag: 'account',
    summary: 'Makes the options with which a browser makes a passkey (WebAuthn)',
    access: 'session',
    errors: {
      400: PROOF,
      404: `${NOT_OFFERED}, or the address of the server is an IP address or has no https`,
      429: TOO_MANY,
      503: HASHING,
    },
    example: { body: PASSWORD, answer: { options: { challenge: 'a random text' } } },
  },
  'POST user/secondFactor/passkeys': {
    id: 'addPasskey',
    tag: 'account',
    summary: 'Adds a passkey that a browser has made with the last options of this session',
    description:
      'If it is the first factor of the account, the answer has its recovery codes, which are not shown again.',
    access: 'session',
    errors: {
      400: '1012: it is no answer to the options, is known already, or is one too many',
      404: NOT_OFFERED,
    },
  },
  'POST user/secondFactor/removal': {
    id: 'removeSecondFactor',
    tag: 'account',
    summary: 'Removes the app (`app`), the passkey with this id, or all (`all`)',
    description: 'Without an app and passkeys the password alone is enough to log in.',
    access: 'session',
    errors: { 400: PROOF, 404: 'the account does not have it', 429: TOO_MANY, 503: HASHING },
  },
  'POST user/secondFactor/challenge': {
    id: 'challengePasskey',
    tag: 'session',
    summary: 'Makes the options with which a browser asks for a passkey',
    description:
      'For the second step of a log-in, with its `ticket`, or for a request of a session that needs the second step.',
    access: 'none',
    errors: {
      400: '1008: the ticket is too old or used',
      401: '1003 or 1004: there is no ticket, and no valid token',
    },
  },
};
