import type { PageEvent } from '@samtal/call-core';

/** Below 992 px, including fractions, a screen is small (NAV-08, INCALL-20). */
const SMALL_SCREEN = '(width < 992px)';

/** A resize is over when the size has not changed for this long (NAV-18). */
const RESIZE_RESTS_MS = 300;

/** Reports the page's events, the size of the screen first; the returned function ends it. */
export function watchPage(page: Window, emit: (event: PageEvent) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    react: (event: WindowEventMap[Name]) => void,
  ) => page.addEventListener(name, react, { signal });
  listen('online', () => emit({ type: 'browserOnline' }));
  listen('offline', () => emit({ type: 'browserOffline' }));
  // Chromium alone reports a change of network that does not interrupt the connection (Network Information API).
  const { connection } = page.navigator as Navigator & { readonly connection?: EventTarget };
  connection?.addEventListener('change', () => emit({ type: 'networkChanged' }), { signal });
  listen('pagehide', () => emit({ type: 'pageHidden' }));
  listen('pageshow', ({ persisted }) => {
    if (persisted) emit({ type: 'pageShown' });
  });
  // In the standard, but not in the type libraries (Page Lifecycle).
  page.document.addEventListener('resume', () => emit({ type: 'woken' }), { signal });
  page.document.addEventListener(
    'fullscreenchange',
    () => emit({ type: 'fullscreenChanged', isFullscreen: page.document.fullscreenElement !== null }),
    { signal },
  );
  const smallScreen = page.matchMedia(SMALL_SCREEN);
  const tellSize = (): void => emit({ type: 'screenResized', isSmall: smallScreen.matches });
  let resting: ReturnType<typeof setTimeout> | undefined;
  const tellSizeLater = (): void => {
    clearTimeout(resting);
    resting = setTimeout(tellSize, RESIZE_RESTS_MS);
  };
  listen('resize', tellSizeLater);
  signal.addEventListener('abort', () => clearTimeout(resting));
  tellSize();
  return () => listening.abort();
}
