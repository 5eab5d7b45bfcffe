import type { FetchedLater } from './fetched-later.tsx';

/** Where the browser does not tell when it is idle. */
const PAUSE_MS = 200;

const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE_MS);
  });

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;

/**
 * Fetches code before it is wanted, one part after the other, while the page has nothing else to do: a page that is
 * opened is there at once, also when the network has gone meanwhile. Not for whoever asks their browser to save data.
 */
export async function fetchAhead(
  parts: readonly Pick<FetchedLater<never>, 'fetch'>[],
  signal: AbortSignal,
): Promise<void> {
  if (savesData()) return;
  for (const part of parts) {
    await untilIdle();
    if (signal.aborted) return;
    await part.fetch();
  }
}
