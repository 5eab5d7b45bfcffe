import type { EmergencyAddress } from '@samtal/api-contract';

/** The address in one line, without the parts that are empty. */
export function addressLine([
  street,
  houseNumber,
  postalCode,
  city,
  country,
  extra,
]: EmergencyAddress): string {
  const lines = [[street, houseNumber], [postalCode, city], [country], [extra]];
  return lines
    .map((parts) => parts.filter((part) => part.trim() !== '').join(' '))
    .filter((line) => line !== '')
    .join(', ');
}
