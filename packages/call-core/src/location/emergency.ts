import type { LocationSettings } from './location-state.ts';

const withoutSeparators = (number: string): string => number.replace(/[-.()\s]/g, '');

/** Whether the user part of an address, without separators (RFC 3966 §5.1.1), is an emergency number. */
export function isEmergency(address: string, settings: LocationSettings | undefined): boolean {
  if (settings === undefined) return false;
  const [user = ''] = address.split(/[@;]/);
  const number = withoutSeparators(user);
  return number !== '' && settings.emergencyNumbers.some((listed) => withoutSeparators(listed) === number);
}
