const withoutSeparators = (number: string): string => number.replace(/[-.()\s]/g, '');

/** Whether an address' user part, without separators (RFC 3966 §5.1.1), is an emergency number (A-068). */
export function isEmergency(address: string, numbers: readonly string[]): boolean {
  const [user = ''] = address.split(/[@;]/);
  const number = withoutSeparators(user);
  return number !== '' && numbers.some((listed) => withoutSeparators(listed) === number);
}
