import { untilIdle } from '../../client/store/until-idle.ts';
import type { FetchedLater } from './fetched-later.tsx';

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
