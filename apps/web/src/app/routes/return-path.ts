/** What the login page's place in the history remembers (ROUTE-13). */
export type LoginOrigin = { readonly returnPath: string };

/** Where to go after the login: the page that was asked for, or home (ROUTE-14). */
export function returnPathOf(historyState: unknown): string {
  const isOrigin = typeof historyState === 'object' && historyState !== null && 'returnPath' in historyState;
  const path = isOrigin ? historyState.returnPath : undefined;
  // Only a path of this app: `//elsewhere` would be another host, and browsers read a backslash as a slash and pass
  // over line breaks and tabs (WHATWG URL §4.4).
  return typeof path === 'string' && /^\/(?!\/|login)[^\\\p{Cc}]*$/u.test(path) ? path : '/';
}
