import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@samtal/api-contract';
import { toBase32 } from '../../crypto/totp.ts';

const BYTES = 10;
const LETTERS = 12;

/** New recovery codes of 60 random bits, in three groups of four letters and digits. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(BYTES))
      .slice(0, LETTERS)
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );

/** What a user has typed, as a recovery code would be: case, spaces and hyphens do not count; 0, 1 and 8 are O, I and B. */
export const typedRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
    .replaceAll(/[^A-Z2-7]/g, '');
