import { untilIdle } from '../../client/store/until-idle.ts';
import type { FetchedLater } from '../../ui/loading/fetched-later.tsx';

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;

/**
 * Loads code before it is needed, one part after the other, while the page is idle: a page then opens
 * immediately, even if the network is lost meanwhile. Does nothing if the user has asked the browser to save
 * data.
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
