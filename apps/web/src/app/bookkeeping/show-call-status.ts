import { type CallClient, callStatusOf } from '@samtal/call-core';

/** Writes the specification's status of the call on the page's root, each one there is, in order (decision D27). */
export function showCallStatus(client: CallClient, root: HTMLElement): void {
  client.subscribe(() => {
    const status = callStatusOf(client.getState().call);
    if (status === undefined) delete root.dataset['callStatus'];
    else root.dataset['callStatus'] = status;
  });
}
