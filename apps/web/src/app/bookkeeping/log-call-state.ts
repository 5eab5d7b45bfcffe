import { type CallClient, fieldsWithoutText, type Log, type RemoteUser } from '@samtal/call-core';

/**
 * Logs each change of the call state for support, without the users' text (STATE-02). There is no debug view
 * of it during a call, because it does not fit next to the call.
 */
export function logCallState(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  log: Pick<Log, 'debug'>,
  nameOf: (remoteUser: RemoteUser) => string,
): void {
  let before = fieldsWithoutText(client.getState(), nameOf);
  client.subscribe(() => {
    const after = fieldsWithoutText(client.getState(), nameOf);
    const known: Readonly<Record<string, unknown>> = before;
    const changed = Object.entries(after).filter(([name, value]) => value !== known[name]);
    before = after;
    if (changed.length > 0) log.debug('call_state_changed', Object.fromEntries(changed));
  });
}
