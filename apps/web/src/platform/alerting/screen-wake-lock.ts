type Page = EventTarget & Pick<Document, 'visibilityState'>;
type Lock = Pick<WakeLockSentinel, 'released' | 'release'>;
type Locks = { readonly request: (kind: 'screen') => Promise<Lock> };

/**
 * Keeps the screen on until the returned function is called. The browser releases the lock whenever the page
 * is hidden (W3C Screen Wake Lock §5), so it is requested again each time the page becomes visible.
 */
export function keepScreenOn(page: Page, wakeLock: Locks | undefined): () => void {
  const wanted = new AbortController();
  let lock: Lock | undefined;
  const take = async (): Promise<void> => {
    if (page.visibilityState !== 'visible' || lock?.released === false) return;
    lock = await wakeLock?.request('screen');
    if (wanted.signal.aborted) await lock?.release();
  };
  // Low battery, or no wake lock in this browser: the screen follows the device's settings.
  const tryToTake = (): void => void take().catch(() => undefined);
  page.addEventListener('visibilitychange', tryToTake, { signal: wanted.signal });
  tryToTake();
  return () => {
    wanted.abort();
    lock?.release().catch(() => undefined);
  };
}
