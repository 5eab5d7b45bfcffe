import { type CallClient, callStatusOf } from '@samtal/call-core';

/**
 * Writes each status of the call, in order, to the page's root element, by its name in the specification
 * (decision D27).
 */
export function showCallStatus(client: CallClient, root: HTMLElement): void {
  client.subscribe(() => {
    const status = callStatusOf(client.getState().call);
    if (status === undefined) delete root.dataset['callStatus'];
    else root.dataset['callStatus'] = status;
  });
}
