/** The state that the login page's history entry carries (ROUTE-13). */
export type LoginOrigin = { readonly returnPath: string };

/** Where the user goes after the login: the requested page, or home (ROUTE-14). */
export function returnPathOf(historyState: unknown): string {
  const isOrigin = typeof historyState === 'object' && historyState !== null && 'returnPath' in historyState;
  const path = isOrigin ? historyState.returnPath : undefined;
  // Only a path of this app is accepted: `//elsewhere` would be another host, and browsers treat a backslash
  // as a slash and ignore line breaks and tabs (WHATWG URL §4.4).
  return typeof path === 'string' && /^\/(?!\/|login)[^\\\p{Cc}]*$/u.test(path) ? path : '/';
}
