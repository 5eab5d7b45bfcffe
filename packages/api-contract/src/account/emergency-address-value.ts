import type { EmergencyAddress } from './emergency-address.ts';

/** The longest line of the address, in UTF-16 units. */
export const EMERGENCY_ADDRESS_LINE = 200;

const forbidden = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/**
 * The value of the setting for an address as it was typed. What may not be in it is left out, and what is too long is
 * cut; empty = there is no address.
 */
export function emergencyAddressValue(address: EmergencyAddress): string {
  // The cut may leave half of a surrogate pair, which is left out, too.
  const lines = address.map((line) =>
    line.replace(forbidden, '').slice(0, EMERGENCY_ADDRESS_LINE).replace(forbidden, ''),
  );
  return lines.every((line) => line.trim() === '') ? '' : lines.join('\n');
}
