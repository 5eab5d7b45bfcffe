import type { CallClient } from '@samtal/call-core';

const ask = (event: Event): void => event.preventDefault();

/** The browser asks before the page is left during a call, and only then: the listener costs the back/forward cache (NAV-17). */
export function warnBeforeLeaving(client: CallClient, page: Window): void {
  client.subscribe(() => {
    const { phase } = client.getState().call;
    const isInCall = phase === 'calling' || phase === 'establishing' || phase === 'accepted';
    if (isInCall) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}
