import type { PageEvent } from '@samtal/call-core';

/** Below 992 px, fractions included, a screen is small (NAV-08, INCALL-20). */
const SMALL_SCREEN = '(width < 992px)';

/** Reports what happens to the page, the size of the screen first; the result ends it. */
export function watchPage(page: Window, emit: (event: PageEvent) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    react: (event: WindowEventMap[Name]) => void,
  ) => page.addEventListener(name, react, { signal });
  listen('online', () => emit({ type: 'browserOnline' }));
  listen('offline', () => emit({ type: 'browserOffline' }));
  listen('pagehide', () => emit({ type: 'pageHidden' }));
  listen('pageshow', ({ persisted }) => {
    if (persisted) emit({ type: 'pageShown' });
  });
  const smallScreen = page.matchMedia(SMALL_SCREEN);
  const tellSize = (): void => emit({ type: 'screenResized', isSmall: smallScreen.matches });
  smallScreen.addEventListener('change', tellSize, { signal });
  tellSize();
  return () => listening.abort();
}
