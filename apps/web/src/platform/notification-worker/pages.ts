import type { WorkerMessage } from '../../client/ports/worker-messages.ts';
import type { PageClient, WorkerScope } from './worker-scope.ts';

/** How long a page has to say that it rings; a frozen page never answers. */
const ANSWER_MS = 250;

const isTopLevel = ({ frameType }: PageClient): boolean => frameType === 'top-level';

async function pagesOf({ clients }: WorkerScope): Promise<readonly PageClient[]> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(isTopLevel);
}

/** Sends a message to all pages. */
export async function tellPages(scope: WorkerScope, message: WorkerMessage): Promise<void> {
  const pages = await pagesOf(scope);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is told, not a window: it has no such argument
  for (const page of pages) page.postMessage(message);
}

function isRingingIn(page: PageClient, id: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      resolve(data === true);
    });
    port1.start();
    page.postMessage({ type: 'isRinging', id } satisfies WorkerMessage, [port2]);
  }).finally(() => port1.close());
}

/** Whether a page that the user sees already rings for the call. */
export async function isRingingInPage(scope: WorkerScope, id: string): Promise<boolean> {
  const visible = (await pagesOf(scope)).filter(({ visibilityState }) => visibilityState === 'visible');
  const answers = await Promise.all(visible.map((page) => isRingingIn(page, id)));
  return answers.includes(true);
}

/**
 * Brings a page to the front, `wanted` if it is open, or opens the app at `path`. Browsers allow it only
 * shortly after a click.
 */
export async function showPage(scope: WorkerScope, path: string, wanted?: string): Promise<void> {
  const pages = await pagesOf(scope);
  const page = pages.find(({ url }) => url === wanted) ?? pages[0];
  if (page !== undefined) {
    // A page that the browser has discarded meanwhile cannot be focused.
    const isShown = await page.focus().then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  await scope.clients.openWindow(new URL(path, scope.registration.scope).href);
}
