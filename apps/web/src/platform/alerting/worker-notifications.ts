import type { WorkerMessage } from '../../client/ports/worker-messages.ts';
import { registerWorker } from '../notification-worker/register-worker.ts';

type Click = Extract<WorkerMessage, { readonly type: 'notificationClicked' }>;

const isClickOn = (data: unknown, tag: string | undefined): data is Click =>
  typeof data === 'object' &&
  data !== null &&
  (data as Partial<Click>).type === 'notificationClicked' &&
  (data as Partial<Click>).tag === tag;

/**
 * Settles when the last notification is shown or closed. Chromium loses a notification if the list of notifications is
 * read before it is on the screen, and closing reads the list.
 */
let last: Promise<unknown> = Promise.resolve();

function inTurn(change: () => Promise<void>): void {
  // Permission was revoked, or the worker could not be loaded: the other alerts of a call remain.
  last = last.then(change).catch(() => undefined);
}

/**
 * Shows a notification through the service worker; `onClick` is called in this page. Does nothing without a
 * service worker, as on pages outside a secure context.
 */
export function showByWorker(
  { location, navigator }: Pick<Window, 'location' | 'navigator'>,
  title: string,
  options: NotificationOptions,
  onClick: () => void,
): () => void {
  const { serviceWorker: workers }: { readonly serviceWorker?: ServiceWorkerContainer } = navigator;
  if (workers === undefined) return () => undefined;
  const open = new AbortController();
  workers.addEventListener(
    'message',
    ({ data }) => {
      if (!isClickOn(data, options.tag)) return;
      onClick();
      open.abort();
    },
    { signal: open.signal },
  );
  workers.startMessages();

  const show = async (): Promise<void> => {
    const registration = await registerWorker(workers);
    const close = async (): Promise<void> => {
      const shown = await registration.getNotifications({ tag: options.tag ?? '' });
      for (const notification of shown) notification.close();
    };
    if (open.signal.aborted) return;
    await registration.showNotification(title, { ...options, data: { page: location.href } });
    if (open.signal.aborted) await close();
    else open.signal.addEventListener('abort', () => inTurn(close));
  };
  inTurn(show);
  return () => open.abort();
}
