import { type CallClient, connectionNameOf } from '@samtal/call-core';

/** Calls `listener` when the connection to the server is restored, but not at the first connection. */
export function onReconnected(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  listener: () => void,
): void {
  let before = connectionNameOf(client.getState());
  client.subscribe(() => {
    const now = connectionNameOf(client.getState());
    const isBack = now === 'online' && before === 'reconnecting';
    before = now;
    if (isBack) listener();
  });
}
