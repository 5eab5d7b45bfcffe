/** The setting with the address that emergency calls of the user carry (decision D89). */
export const EMERGENCY_ADDRESS = 'WEB_EMERGENCY_ADDRESS';

/** The address as the lines of the setting. The country has two letters of ISO 3166-1, as in RFC 5139. */
export type EmergencyAddress = readonly [
  street: string,
  houseNumber: string,
  postalCode: string,
  city: string,
  country: string,
  extra: string,
];

/**
 * What the setting may hold: nothing, or six lines of at most 200 UTF-16 units. Not allowed are controls, lone
 * surrogates, line and paragraph separators, and characters that reverse the direction of what follows.
 */
export const EMERGENCY_ADDRESS_VALUES =
  /^(?:(?:[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]{0,200}\n){4}[A-Z]{0,2}\n[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]{0,200})?$/u;

/** The address in a value of the setting; undefined = there is none. */
export const emergencyAddressOf = (value = ''): EmergencyAddress | undefined =>
  value.trim() !== '' && EMERGENCY_ADDRESS_VALUES.test(value)
    ? (value.split('\n') as readonly string[] as EmergencyAddress)
    : undefined;
