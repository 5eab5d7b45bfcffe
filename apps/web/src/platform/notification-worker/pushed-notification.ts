import { type Pushed, pushedSchema } from '@samtal/api-contract';
import { ringVibrationMs } from '../../client/ports/attention.ts';
import { callTag } from '../../client/ports/worker-messages.ts';
import type { ClickedNotification, WorkerNotificationOptions } from './worker-scope.ts';

export type PushedCall = Extract<Pushed, { readonly type: 'call' }>;

/** The buttons of a call, by what is left out last where a browser shows fewer. */
const byImportance = ['answer', 'reject', 'answerWithText'] as const;
/** The order in which they are shown. */
const inOrder = ['answer', 'answerWithText', 'reject'] as const;

export type CallAction = (typeof inOrder)[number];

/** What a notification keeps for the click on it. */
export type NoticeData =
  | ({ readonly type: 'call' } & Pick<PushedCall, 'id' | 'secret' | 'until' | 'notRejected'>)
  | { readonly type: 'callEnded'; readonly isMissed: boolean }
  | { readonly type: 'message' };

export type Notice = { readonly title: string; readonly options: WorkerNotificationOptions };

export type NoticeContext = {
  readonly now: number;
  /** The number of buttons that this browser shows. */
  readonly maxActions: number;
  /** Address of the operator's icon; empty for none. */
  readonly icon: string;
  /** A page rings for this call, or the device has rung for it: the notification adds no second sound. */
  readonly isHeard?: boolean;
};

/** Reads a pushed text; undefined if it is none of ours. */
export function readPushed(text: string | undefined): Pushed | undefined {
  try {
    return pushedSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

function actionsOf({ actions }: PushedCall, maxActions: number): WorkerNotificationOptions['actions'] {
  const shown = new Set<CallAction>(byImportance.slice(0, maxActions));
  return inOrder.filter((action) => shown.has(action)).map((action) => ({ action, title: actions[action] }));
}

export const isOver = ({ until }: PushedCall, now: number): boolean => until <= now;

function callNotice(call: PushedCall, { now, maxActions, isHeard = false }: NoticeContext): Notice {
  const { id, secret, until, title, body, missed, notRejected } = call;
  const tag = callTag(id);
  if (isOver(call, now)) {
    const data: NoticeData = { type: 'callEnded', isMissed: true };
    return { title: missed, options: { tag, timestamp: until, data, ...(isHeard && { silent: true }) } };
  }
  const data: NoticeData = { type: 'call', id, secret, until, notRejected };
  const options = {
    tag,
    body,
    data,
    requireInteraction: true,
    actions: actionsOf(call, maxActions) ?? [],
  };
  return {
    title,
    options: isHeard
      ? { ...options, silent: true }
      : { ...options, renotify: true, vibrate: ringVibrationMs },
  };
}

function plainNotice(pushed: Exclude<Pushed, PushedCall>): Notice {
  const { type, id, title, body } = pushed;
  if (type === 'message') {
    const data: NoticeData = { type };
    return { title, options: { tag: `message-${id}`, body, data } };
  }
  const data: NoticeData = { type, isMissed: pushed.isMissed };
  // The user has heard the call ring: its end makes no sound.
  return { title, options: { tag: callTag(id), body, data, silent: true } };
}

/** The notification for what was pushed. */
export function noticeOf(pushed: Pushed, context: NoticeContext): Notice {
  const { title, options } = pushed.type === 'call' ? callNotice(pushed, context) : plainNotice(pushed);
  const icon = context.icon === '' ? {} : { icon: context.icon };
  return { title, options: { dir: 'auto', ...icon, ...options } };
}

/** Tells the user that a call could not be rejected; while it rings, with the buttons that it had. */
export function notRejectedNotice(
  data: Extract<NoticeData, { readonly type: 'call' }>,
  { title, actions = [] }: Pick<ClickedNotification, 'title' | 'actions'>,
  now: number,
): Notice {
  const { id, until, notRejected } = data;
  const options = { tag: callTag(id), dir: 'auto', body: title } as const;
  if (until > now)
    return {
      title: notRejected,
      options: { ...options, data, requireInteraction: true, renotify: true, actions },
    };
  const ended: NoticeData = { type: 'callEnded', isMissed: true };
  return { title: notRejected, options: { ...options, data: ended } };
}

/**
 * A notification for a push that cannot be read: browsers end a subscription whose pushes show nothing. It
 * has no words, because the worker has no catalogue.
 */
export const neutralNotice = (scope: string): Notice => ({
  title: new URL(scope).host,
  options: { tag: 'neutral', silent: true },
});
