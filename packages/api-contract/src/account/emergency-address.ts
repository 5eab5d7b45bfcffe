/** The setting with the address that emergency calls of the user carry (decision D89). */
export const EMERGENCY_ADDRESS = 'WEB_EMERGENCY_ADDRESS';

/** The parts of the address in the order of the lines of the setting, and the longest text of each in UTF-16 units. */
export const EMERGENCY_ADDRESS_PARTS = {
  street: 100,
  houseNumber: 20,
  postalCode: 20,
  city: 100,
  /** Two letters of ISO 3166-1, the only form that RFC 5139 has. */
  country: 2,
  /** Floor, apartment, door code. */
  extra: 200,
} as const;

export type EmergencyAddressPart = keyof typeof EMERGENCY_ADDRESS_PARTS;
export type EmergencyAddress = Readonly<Record<EmergencyAddressPart, string>>;

export const PART_NAMES = Object.keys(EMERGENCY_ADDRESS_PARTS) as readonly EmergencyAddressPart[];

/**
 * Characters that the address may not have: controls, lone surrogates, line and paragraph separators, and those
 * that reverse the direction of what follows.
 */
export const FORBIDDEN_CHARACTERS = String.raw`\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069`;

/** What the setting may hold: nothing, or one line for each part. */
export const EMERGENCY_ADDRESS_VALUES = new RegExp(
  `^(?:${PART_NAMES.map((name) =>
    name === 'country' ? '[A-Z]{0,2}' : `[^${FORBIDDEN_CHARACTERS}]{0,${EMERGENCY_ADDRESS_PARTS[name]}}`,
  ).join('\n')})?$`,
  'u',
);

/** The address in a value of the setting; undefined = there is none. */
export function emergencyAddressOf(value: string | undefined): EmergencyAddress | undefined {
  if (value === undefined || value.trim() === '' || !EMERGENCY_ADDRESS_VALUES.test(value)) return undefined;
  const lines = value.split('\n');
  return Object.fromEntries(PART_NAMES.map((name, index) => [name, lines[index] ?? ''])) as EmergencyAddress;
}
