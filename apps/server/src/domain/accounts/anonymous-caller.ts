/** Prefix of the names of callers without an account; sign-up refuses names that begin with it. */
export const ANONYMOUS_PREFIX = 'anonymous-';

/**
 * Whether a SIP address belongs to a caller without an account, hides its caller (RFC 3323 §4.1.1.3)
 * or could not be read.
 * @param address `user@domain` in lower case
 */
export function isAnonymousCaller(address: string): boolean {
  const [user = '', host = ''] = address.split('@');
  return (
    user.startsWith(ANONYMOUS_PREFIX) || ['', 'anonymous'].includes(user) || host === 'anonymous.invalid'
  );
}
