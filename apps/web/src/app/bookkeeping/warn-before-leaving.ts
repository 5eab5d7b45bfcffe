import type { CallClient } from '@samtal/call-core';

/**
 * Makes the browser ask before it leaves the page during a call (NAV-17), unless a reload keeps the call
 * (decision D81), which ends a second one (decision D85). The listener is added only for that
 * time, because it disables the back/forward cache. Current browsers show their own sentence instead of
 * `question` (HTML, §7.4.4).
 */
export function warnBeforeLeaving(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  question: string,
): void {
  const ask = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    event.returnValue = question;
  };
  client.subscribe(() => {
    const { call, settings, behind } = client.getState();
    const { phase } = call;
    const isKept =
      phase === 'accepted' &&
      settings?.continuity?.outlivesReload === true &&
      behind?.call.phase !== 'accepted';
    const isInCall = phase === 'calling' || phase === 'establishing' || phase === 'accepted';
    if (isInCall && !isKept) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}
