import { ERROR_CODES, type FieldName } from '@samtal/api-contract';
import type { TextKey } from '../../../i18n/index.ts';

type Taken = { readonly name: FieldName; readonly text: TextKey };

const taken: Readonly<Record<number, Taken>> = {
  [ERROR_CODES.usernameExists]: { name: 'username', text: 'registration.username_exists' },
  [ERROR_CODES.emailExists]: { name: 'email', text: 'registration.email_exists' },
  [ERROR_CODES.sipAddressExists]: { name: 'sipaddress', text: 'registration.sip_exists' },
};

/** The field whose value another account already has, if the error code says so (SIGNUP-22, PROFILE-11). */
export const takenBy = (errorCode: number | undefined): Taken | undefined =>
  errorCode === undefined ? undefined : taken[errorCode];
