const withoutSeparators = (number: string): string => number.replace(/[-.()\s]/g, '');

/** Whether the user part of an address, without separators (RFC 3966 §5.1.1), is one of the emergency numbers. */
export function isEmergency(address: string, numbers: readonly string[]): boolean {
  const [user = ''] = address.split(/[@;]/);
  const number = withoutSeparators(user);
  return number !== '' && numbers.some((listed) => withoutSeparators(listed) === number);
}
