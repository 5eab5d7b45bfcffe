import { useEffect, useState } from 'react';
import { type BrowserSupport, browserSupportOf } from '../../client/browser-support.ts';

/** What this browser is fit for; undefined until it is known, which the form does not wait for. */
export function useBrowserSupport(): BrowserSupport | undefined {
  const [support, setSupport] = useState<BrowserSupport>();
  useEffect(() => {
    const { userAgent } = navigator;
    import('detect-browser').then(
      ({ parseUserAgent }) => setSupport(browserSupportOf(parseUserAgent(userAgent) ?? undefined, userAgent)),
      // Not knowing the browser is no reason to keep anybody out.
      () => undefined,
    );
  }, []);
  return support;
}
