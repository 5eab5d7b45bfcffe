/** What the login page's place in the history remembers (ROUTE-13). */
export type LoginOrigin = { readonly returnPath: string };

/** Where to go after the login: the page that was asked for, or home (ROUTE-14). */
export function returnPathOf(historyState: unknown): string {
  const isOrigin = typeof historyState === 'object' && historyState !== null && 'returnPath' in historyState;
  const path = isOrigin ? historyState.returnPath : undefined;
  // Only a path of this app: `//elsewhere` would be another host.
  return typeof path === 'string' && /^\/(?!\/|login)/.test(path) ? path : '/';
}
