import { PATHS } from '@samtal/api-contract';
import type { OpenedNote, PushNotes } from '../../client/ports/push-notes.ts';
import { showPage, tellPages } from './pages.ts';
import type { NoticeData } from './pushed-notification.ts';
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

async function reactToCall(
  scope: WorkerScope,
  notes: PushNotes,
  { id, secret, until }: Extract<NoticeData, { readonly type: 'call' }>,
  action: string,
): Promise<void> {
  if (action === 'reject') {
    await notes.take('ringing', (ringing) => ringing.id === id);
    await sayOfCall(scope, await notes.read('device'), PATHS.pushedCallReject, secret);
    await tellPages(scope, { type: 'noteChanged' });
    return;
  }
  await notes.keep('opened', { id, until, answer: answers[action] ?? 'not', at: Date.now() });
  await tellPages(scope, { type: 'noteChanged' });
  await showPage(scope, '');
}

/** Does what the user asks for by a click on a notification, or on one of its buttons. */
export async function reactToClick(
  scope: WorkerScope,
  notes: PushNotes,
  { notification, action }: Pick<NotificationClick, 'notification' | 'action'>,
): Promise<void> {
  const { tag } = notification;
  const data = notification.data as NoticeData | PageData | null;
  notification.close();
  // Only the page that showed the notification reacts to its tag; the other pages ignore it.
  if (isPageData(data)) await tellPages(scope, { type: 'notificationClicked', tag });
  if (isPageData(data) || data === null) return showPage(scope, '', data?.page);
  return data.type === 'call' ? reactToCall(scope, notes, data, action) : showPage(scope, pathFor(data));
}
