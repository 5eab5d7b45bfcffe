import type { CallClient } from '@samtal/call-core';

/**
 * The browser asks before the page is left during a call, and only then: the listener costs the back/forward cache
 * (NAV-17). Browsers of today show a sentence of their own instead of `question` (HTML, §7.4.4).
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
    const { phase } = client.getState().call;
    const isInCall = phase === 'calling' || phase === 'establishing' || phase === 'accepted';
    if (isInCall) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}
