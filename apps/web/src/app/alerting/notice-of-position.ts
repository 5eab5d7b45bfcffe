import type { CallClient } from '@samtal/call-core';
import type { Alerts } from '../../client/alerts/alerts.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';

const id = 'position';

/** Shows an alert while positions are sent in an emergency call; it names the recipient (decision D45). */
export function noticeOfPosition(
  client: Pick<CallClient, 'getState' | 'subscribe'>,
  alerts: Pick<Alerts, 'show' | 'clear'>,
): void {
  let shownFor: string | undefined;
  client.subscribe(() => {
    const { call, geolocation } = client.getState();
    const isSent = geolocation.phase === 'watching' && geolocation.latest !== undefined;
    const callId = isSent ? geolocation.callId : undefined;
    if (callId === shownFor) return;
    shownFor = callId;
    alerts.clear(id);
    if (callId === undefined || !('call' in call)) return;
    const detail = nameOf(call.call.remoteUser);
    alerts.show({ id, type: 'info', message: { key: 'call.positionsent', detail } });
  });
}
