import { PATHS } from '@samtal/api-contract';
import type { OpenedNote, PushNotes } from '../../client/ports/push-notes.ts';
import { showPage, tellPages } from './pages.ts';
import { type NoticeData, notRejectedNotice } from './pushed-notification.ts';
import { sayOfCall } from './say-of-call.ts';
import type { NotificationClick, WorkerScope } from './worker-scope.ts';

/** What a page keeps in the notifications that it shows by this worker. */
type PageData = { readonly page: string };

const isPageData = (data: unknown): data is PageData =>
  typeof data === 'object' && data !== null && 'page' in data;

const answers: Readonly<Record<string, OpenedNote['answer']>> = {
  answer: 'asSet',
  answerWithText: 'byText',
};

/** The page that shows what the notification is about, below the address of the app. */
const pathFor = (data: Exclude<NoticeData, { readonly type: 'call' }>): string => {
  if (data.type === 'message') return 'messages';
  return data.isMissed ? 'history' : '';
};

type CallData = Extract<NoticeData, { readonly type: 'call' }>;

/** Pauses before a Reject is sent again, in milliseconds. */
const RETRY_MS = [500, 1000, 2000];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Rejects the call; a network that is just changing gets some more tries while the caller waits. */
async function reject(scope: WorkerScope, notes: PushNotes, { secret, until }: CallData): Promise<boolean> {
  const device = await notes.read('device');
  const isSaid = async () => (await sayOfCall(scope, device, PATHS.pushedCallReject, secret)) !== 'nothing';
  if (await isSaid()) return true;
  for (const ms of RETRY_MS) {
    if (Date.now() + ms >= until) return false;
    await pause(ms);
    if (await isSaid()) return true;
  }
  return false;
}

async function reactToCall(
  scope: WorkerScope,
  notes: PushNotes,
  data: CallData,
  { action, notification }: Pick<NotificationClick, 'notification' | 'action'>,
): Promise<void> {
  const { id, until } = data;
  if (action === 'reject') {
    await notes.take('ringing', (ringing) => ringing.id === id);
    await tellPages(scope, { type: 'noteChanged' });
    if (await reject(scope, notes, data)) return notes.keep('ended', { id });
    const { title, options } = notRejectedNotice(data, notification, Date.now());
    await scope.registration.showNotification(title, options);
    return;
  }
  await notes.keep('ended', { id });
  await notes.keep('opened', { id, until, answer: answers[action] ?? 'not', at: Date.now() });
  await tellPages(scope, { type: 'noteChanged' });
  await showPage(scope, '');
}

/** Does what the user asks for by a click on a notification, or on one of its buttons. */
export async function reactToClick(
  scope: WorkerScope,
  notes: PushNotes,
  click: Pick<NotificationClick, 'notification' | 'action'>,
): Promise<void> {
  const { notification } = click;
  const { tag } = notification;
  const data = notification.data as NoticeData | PageData | null;
  notification.close();
  // Only the page that showed the notification reacts to its tag; the other pages ignore it.
  if (isPageData(data)) await tellPages(scope, { type: 'notificationClicked', tag });
  if (isPageData(data) || data === null) return showPage(scope, '', data?.page);
  return data.type === 'call' ? reactToCall(scope, notes, data, click) : showPage(scope, pathFor(data));
}
