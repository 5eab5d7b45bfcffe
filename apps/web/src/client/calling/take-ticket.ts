import { readTicket, type Tickets } from '@samtal/call-core';

/**
 * Returns the function that takes up the call of the earlier page of this tab (decision D81). It works once.
 * @param found what that page stored about the call
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
