import { PATHS, type Pushed, RING_MS } from '@samtal/api-contract';
import type { DeviceNote, PushNotes } from '../../client/ports/push-notes.ts';
import { isRingingInPage, tellPages } from './pages.ts';
import {
  isOver,
  type NoticeContext,
  neutralNotice,
  noticeOf,
  type PushedCall,
  readPushed,
} from './pushed-notification.ts';
import { sayOfCall } from './say-of-call.ts';
import type { PushEvent, WorkerScope } from './worker-scope.ts';

/** Marks the icon of the app: something waits for the user. */
export type MarkApp = () => Promise<void>;

type Show = (pushed: Pushed, more: Pick<NoticeContext, 'now' | 'isHeard'>) => Promise<void>;

/**
 * What is to be shown of a push. Push services may repeat or delay one: of a call that has ended, or for which the user has
 * pressed a button here, what was last said of it; undefined = nothing.
 */
async function newestOf(notes: PushNotes, pushed: Pushed): Promise<Pushed | undefined> {
  const { type, id } = pushed;
  if (type === 'callEnded') {
    await notes.keep('ended', { id, said: pushed });
    await notes.take('ringing', (ringing) => ringing.id === id);
  }
  if (type !== 'call') return pushed;
  const ended = await notes.read('ended');
  return ended?.id === id ? ended.said : pushed;
}

function createShow({ registration, Notification }: WorkerScope, device: DeviceNote | undefined): Show {
  const context = { maxActions: Notification?.maxActions ?? 0, icon: device?.icon ?? '' };
  return (pushed, more) => {
    const { title, options } = noticeOf(pushed, { ...context, ...more });
    return registration.showNotification(title, options);
  };
}

type Shown = { readonly show: Show; readonly device: DeviceNote | undefined; readonly notes: PushNotes };

/**
 * Shows a call and tells the server that this device rings. What the server answers counts more than the clock of this
 * device, and than a push that was delayed.
 * @returns whether the call was over when it came
 */
async function showCall(
  scope: WorkerScope,
  { show, device, notes }: Shown,
  call: PushedCall,
): Promise<boolean> {
  const { id } = call;
  const now = Date.now();
  const tellServer = () => sayOfCall(scope, device, PATHS.pushedCallRinging, call.secret);
  const isLate = isOver(call, now);
  const tell = () => tellPages(scope, { type: 'noteChanged' });
  if (isLate && (await tellServer()) !== 'done') {
    await Promise.all([show(call, { now }), tell()]);
    return true;
  }
  // A call that is late by the clock of this device, but rings, is taken to have just begun.
  const until = isLate ? now + RING_MS : call.until;
  await notes.keep('ringing', { id, until });
  await show({ ...call, until }, { now, isHeard: await isRingingInPage(scope, id) });
  const [said] = await Promise.all([isLate ? 'done' : tellServer(), tell()]);
  // Meanwhile its end may have come, or a press of the user.
  const isStill = async () => (await notes.take('ringing', (ringing) => ringing.id === id)) !== undefined;
  if (said === 'over' && (await isStill()))
    await Promise.all([show({ ...call, until: now }, { now, isHeard: true }), tell()]);
  return false;
}

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
  const newest = await newestOf(notes, pushed);
  if (newest === undefined) return;
  const show = createShow(scope, device);
  if (newest.type === 'call') {
    if (await showCall(scope, { show, device, notes }, newest)) await markApp?.();
    return;
  }
  const isWaiting = newest.type === 'message' || newest.isMissed;
  await show(newest, { now: Date.now() });
  await Promise.all([isWaiting ? markApp?.() : undefined, tellPages(scope, { type: 'noteChanged' })]);
}
