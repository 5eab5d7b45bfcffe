import {
  EMERGENCY_ADDRESS_PARTS,
  type EmergencyAddress,
  FORBIDDEN_CHARACTERS,
  PART_NAMES,
} from './emergency-address.ts';

const forbidden = new RegExp(`[${FORBIDDEN_CHARACTERS}]`, 'gu');

/**
 * The value of the setting for an address as it was typed. What may not be in it is left out, and what is too long is
 * cut; empty = there is no address.
 */
export function emergencyAddressValue(address: EmergencyAddress): string {
  const lines = PART_NAMES.map((name) =>
    // The cut may leave half of a surrogate pair.
    address[name]
      .replace(forbidden, '')
      .slice(0, EMERGENCY_ADDRESS_PARTS[name])
      .replace(/\p{Cs}/gu, ''),
  );
  return lines.every((line) => line.trim() === '') ? '' : lines.join('\n');
}
