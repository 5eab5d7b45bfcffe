import type { PageAttention } from '../../client/ports/attention.ts';

/** Whether the user looks at `page`: it is visible and has the keyboard focus. */
export function createPageAttention(page: Window): PageAttention {
  const { document } = page;
  return {
    isLookedAt: () => document.visibilityState === 'visible' && document.hasFocus(),
    subscribe(listener) {
      const listening = new AbortController();
      const { signal } = listening;
      document.addEventListener('visibilitychange', listener, { signal });
      page.addEventListener('focus', listener, { signal });
      page.addEventListener('blur', listener, { signal });
      return () => listening.abort();
    },
  };
}
