import { type CallClient, connectionWordOf } from '@samtal/call-core';

/** Calls `listener` when the line to the server is there again, not when it is there for the first time. */
export function onLineBack(client: Pick<CallClient, 'getState' | 'subscribe'>, listener: () => void): void {
  let before = connectionWordOf(client.getState());
  client.subscribe(() => {
    const now = connectionWordOf(client.getState());
    const isBack = now === 'online' && before === 'reconnecting';
    before = now;
    if (isBack) listener();
  });
}
