type Page = EventTarget & Pick<Document, 'visibilityState'>;
type Lock = Pick<WakeLockSentinel, 'released' | 'release'>;
type Locks = { readonly request: (kind: 'screen') => Promise<Lock> };

/**
 * Keeps the screen on until the returned function is called. The browser lets go of the lock whenever the page is
 * hidden (W3C Screen Wake Lock §5), so it is taken anew each time the page is seen again.
 */
export function keepScreenOn(page: Page, wakeLock: Locks | undefined): () => void {
  const wanted = new AbortController();
  let lock: Lock | undefined;
  const take = async (): Promise<void> => {
    if (page.visibilityState !== 'visible' || lock?.released === false) return;
    lock = await wakeLock?.request('screen');
    if (wanted.signal.aborted) await lock?.release();
  };
  // Low battery, or no such lock here: the screen does what the device is set to.
  const tryToTake = (): void => void take().catch(() => undefined);
  page.addEventListener('visibilitychange', tryToTake, { signal: wanted.signal });
  tryToTake();
  return () => {
    wanted.abort();
    lock?.release().catch(() => undefined);
  };
}
