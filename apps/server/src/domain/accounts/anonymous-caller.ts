/**
 * Prefix of the usernames of callers without an account; sign-up refuses names that begin with it.
 */
export const ANONYMOUS_PREFIX = 'anonymous-';

/**
 * Whether a SIP address is that of a caller without an account, is anonymous (RFC 3323 §4.1.1.3), or
 * is empty because it could not be read.
 * @param address `user@domain` in lower case
 */
export function isAnonymousCaller(address: string): boolean {
  const [user = '', host = ''] = address.split('@');
  return (
    user.startsWith(ANONYMOUS_PREFIX) || ['', 'anonymous'].includes(user) || host === 'anonymous.invalid'
  );
}
