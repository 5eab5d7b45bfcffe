/** Calls `onLogout` when another tab of this origin has logged out; the returned function ends it. */
export function watchOtherTabs(page: Window, onLogout: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent): void => {
    // A removed key means that storage was cleared, not that the user logged out.
    if (key === 'logout' && newValue !== null) onLogout();
  };
  page.addEventListener('storage', hear);
  return () => page.removeEventListener('storage', hear);
}
