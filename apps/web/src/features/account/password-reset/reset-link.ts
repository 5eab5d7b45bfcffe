/** Parameters of a link in a reset mail (ROUTE-18). */
export type ResetLink = { readonly key: string; readonly uid: string; readonly username: string };

/**
 * Reads the query of a reset link.
 * @returns 'invalid' without `key` or `uid` (RESET-09); without `uname` the username is ''
 */
export function resetLinkOf(search: string): ResetLink | 'invalid' {
  const query = new URLSearchParams(search);
  const [key, uid, username] = ['key', 'uid', 'uname'].map((name) => query.get(name) ?? '');
  return key === undefined || uid === undefined || key === '' || uid === ''
    ? 'invalid'
    : { key, uid, username: username ?? '' };
}
