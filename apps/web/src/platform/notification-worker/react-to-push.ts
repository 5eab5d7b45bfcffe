import { PATHS, type Pushed } from '@samtal/api-contract';
import type { PushNotes } from '../../client/ports/push-notes.ts';
import { isRingingInPage, tellPages } from './pages.ts';
import { isOver, neutralNotice, noticeOf, readPushed } from './pushed-notification.ts';
import { sayOfCall } from './say-of-call.ts';
import type { PushEvent, WorkerScope } from './worker-scope.ts';

/** Keeps for the pages which pushed call rings. */
async function noteRinging(notes: PushNotes, pushed: Pushed, now: number): Promise<void> {
  const { type, id } = pushed;
  if (type === 'call' && !isOver(pushed, now)) await notes.keep('ringing', { id, until: pushed.until });
  if (type === 'callEnded') await notes.take('ringing', (ringing) => ringing.id === id);
}

/** Marks the icon of the app: something waits for the user. */
export type MarkApp = () => Promise<void>;

/** Shows what was pushed; of a call that still rings it tells the server that this device rings. */
export async function reactToPush(
  scope: WorkerScope,
  notes: PushNotes,
  { data }: Pick<PushEvent, 'data'>,
  markApp?: MarkApp,
): Promise<void> {
  const { registration } = scope;
  const pushed = readPushed(data?.text());
  const device = await notes.read('device');
  if (pushed === undefined || device?.isOn === false) {
    const { title, options } = neutralNotice(registration.scope);
    await registration.showNotification(title, options);
    // The user has logged out, but the subscription could not be ended then.
    if (device?.isOn === false) await (await registration.pushManager?.getSubscription())?.unsubscribe();
    return;
  }
  const now = Date.now();
  await noteRinging(notes, pushed, now);
  const isCall = pushed.type === 'call' && !isOver(pushed, now);
  const { title, options } = noticeOf(pushed, {
    now,
    maxActions: scope.Notification?.maxActions ?? 0,
    icon: device?.icon ?? '',
    isRinging: isCall && (await isRingingInPage(scope, pushed.id)),
  });
  await registration.showNotification(title, options);
  const isWaiting = pushed.type === 'callEnded' ? pushed.isMissed : !isCall;
  await Promise.all([
    isWaiting ? markApp?.() : undefined,
    tellPages(scope, { type: 'noteChanged' }),
    isCall ? sayOfCall(scope, device, PATHS.pushedCallRinging, pushed.secret) : undefined,
  ]);
}
