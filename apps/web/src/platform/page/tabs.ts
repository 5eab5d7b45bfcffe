import { LOGOUT_KEY } from '../../client/session/session-memory.ts';

/**
 * Calls `onLogout` when another tab of this origin has logged out; the returned function ends it.
 * @param isOutdated whether one has, while this page was in the back/forward cache, which gets no events of the storage
 */
export function watchOtherTabs(page: Window, isOutdated: () => boolean, onLogout: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent): void => {
    // A removed key means that storage was cleared, not that the user logged out.
    if (key === LOGOUT_KEY && newValue !== null) onLogout();
  };
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && isOutdated()) onLogout();
  };
  page.addEventListener('storage', hear);
  page.addEventListener('pageshow', comeBack);
  return () => {
    page.removeEventListener('storage', hear);
    page.removeEventListener('pageshow', comeBack);
  };
}
