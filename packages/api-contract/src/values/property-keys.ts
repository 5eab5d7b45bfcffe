/** Property names of an account (PROFILE-13); `SIP_ADDRESS` may hold several addresses separated by `|` (LOGIN-17). */
export const PROPERTY_KEYS = {
  username: 'USERNAME',
  password: 'PASSWORD',
  sipAddress: 'SIP_ADDRESS',
  organisation: 'ORG_ID',
  firstName: 'FORENAME',
  lastName: 'SURNAME',
  email: 'EMAIL',
  /** A new e-mail address that waits for its confirmation by the link in a mail; writing '' withdraws it. */
  pendingEmail: 'PENDING_EMAIL',
  /** Address of the user's own picture, a path of the server; only `pictures/own` changes it. */
  picture: 'PICTURE',
} as const;

/** The first address of a SIP_ADDRESS value, without scheme (LOGIN-17). */
export function firstSipAddress(value: string): string {
  const first = value.split('|')[0] ?? '';
  return first.trim().replace(/^sips?:/i, '');
}
