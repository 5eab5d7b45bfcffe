import { type CallClient, callStatusOf } from '@samtal/call-core';

/**
 * Writes the status of the call, by its name in the specification, into `data-call-status` of the page's root
 * element (decision D27).
 */
export function showCallStatus(client: CallClient, root: HTMLElement): void {
  client.subscribe(() => {
    const status = callStatusOf(client.getState().call);
    if (status === undefined) delete root.dataset['callStatus'];
    else root.dataset['callStatus'] = status;
  });
}
