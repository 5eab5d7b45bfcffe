import { expect, type Page } from '@playwright/test';

/** The addresses of everything that the service worker keeps, without the origin. */
export const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(url.slice(location.origin.length));
    return found;
  });

/** Waits until the worker keeps the offline page and all files of the app, and answers the requests of `page`. */
export async function untilKept(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      // The worker answers when it keeps everything.
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise((resolve) => port1.addEventListener('message', resolve));
      port1.start();
      const language = document.documentElement.lang;
      registration.active?.postMessage({ type: 'keepApp', language, isThrifty: false }, [port2]);
      await answered;
      return navigator.serviceWorker.controller !== null;
    });
  await expect.poll(state).toBe(true);
  expect(await keptAddresses(page)).toContainEqual(expect.stringMatching(/^\/offline\?language=/));
}
