import { type CallClient, connectionWordOf } from '@samtal/call-core';

/** Calls `listener` when the connection to the server is restored, but not at the first connection. */
export function onLineBack(client: Pick<CallClient, 'getState' | 'subscribe'>, listener: () => void): void {
  let before = connectionWordOf(client.getState());
  client.subscribe(() => {
    const now = connectionWordOf(client.getState());
    const isBack = now === 'online' && before === 'reconnecting';
    before = now;
    if (isBack) listener();
  });
}
