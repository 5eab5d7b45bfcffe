/*
 * Shows notifications where a page may not (Android, iPhone), and tells the pages when one is clicked. It handles no
 * requests and caches nothing, so the page always comes from the server.
 */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(tellPages(event.notification));
});

async function tellPages({ tag, data }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Only the page that showed the notification reacts to its tag; the other pages ignore it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is told, not a window: it has no such argument
  for (const page of pages) page.postMessage({ type: 'notificationClicked', tag });
  const page = pages.find(({ url }) => url === data?.page) ?? pages[0];
  await (page === undefined ? self.clients.openWindow(self.registration.scope) : page.focus());
}
