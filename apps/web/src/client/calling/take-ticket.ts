import { readTicket, type Tickets } from '@samtal/call-core';

/**
 * Takes the call that the earlier page of the tab has left as `found`, once. This code is loaded only for such a
 * page (decision D81).
 */
export function takeTicket(found: string): Tickets['take'] {
  let left: string | undefined = found;
  return (settings, now) => {
    const text = left;
    left = undefined;
    try {
      return text === undefined ? undefined : readTicket(JSON.parse(text), settings, now);
    } catch {
      return undefined;
    }
  };
}
