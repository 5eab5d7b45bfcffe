const withoutSeparators = (number: string): string => number.replace(/[-.()\s]/g, '');

/** Whether the user part of an address, without separators (RFC 3966 §5.1.1), is in a list of numbers. */
export function isEmergencyNumber(address: string, numbers: string): boolean {
  const [user = ''] = address.split(/[@;]/);
  const number = withoutSeparators(user);
  return number !== '' && numbers.split(',').some((listed) => withoutSeparators(listed) === number);
}
