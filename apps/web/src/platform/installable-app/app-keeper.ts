import type { AppKeeper } from '../../client/ports/installable-app.ts';
import type { AppMessage } from '../../client/ports/worker-messages.ts';
import { registerWorker } from '../notification-worker/register-worker.ts';

type Connection = { readonly saveData?: boolean };

/** Asks a worker, and resolves to its answer; never resolves if the worker is replaced meanwhile. */
const ask = (worker: ServiceWorker, message: AppMessage): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      port1.close();
      resolve(data === true);
    });
    port1.start();
    worker.postMessage(message, [port2]);
  });

/** The address of the first script of a page, below that of the app. No two builds have the same. */
export const mainScriptOf = (page: Document): string =>
  [...page.querySelectorAll('script[src], link[rel=modulepreload]')]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .map((address) => /assets\/index-[\w-]+\.js$/.exec(address)?.[0])
    .find((address) => address !== undefined) ?? '';

/** The service worker of `page`; does nothing in a browser without one. */
export function createAppKeeper(page: Window & typeof globalThis): AppKeeper {
  const { document, navigator } = page;
  // `serviceWorker` is missing outside a secure context, although its type says otherwise.
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const saveData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;
  const main = mainScriptOf(document);
  const listeners: (() => void)[] = [];
  const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
    workers?.getRegistration().catch(() => undefined);

  /** A worker that waits may be of the build of this page, which was loaded anew since. */
  async function lookAtWaiting({ waiting }: ServiceWorkerRegistration): Promise<void> {
    if (waiting === null || main === '' || (await ask(waiting, { type: 'isOfBuild', main }))) return;
    for (const listener of listeners) listener();
  }

  let isWatched = false;
  function watch(registered: ServiceWorkerRegistration): void {
    if (isWatched) return;
    isWatched = true;
    void lookAtWaiting(registered);
    registered.addEventListener('updatefound', () => {
      const { installing } = registered;
      installing?.addEventListener('statechange', () => void lookAtWaiting(registered));
    });
  }

  return {
    async keep(language) {
      if (workers === undefined) return;
      try {
        const registered = await registerWorker(workers);
        watch(registered);
        if (registered.active !== null)
          await ask(registered.active, { type: 'keepApp', language, isThrifty: saveData() });
      } catch {
        // Private windows have no service worker, or no storage.
      }
    },
    async drop() {
      const active = (await registration())?.active ?? null;
      if (active !== null) await ask(active, { type: 'dropApp' });
    },
    async lookForUpdate() {
      await (await registration())?.update().catch(() => undefined);
    },
    onUpdateReady: (listener) => void listeners.push(listener),
  };
}
