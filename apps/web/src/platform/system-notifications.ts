/** Shows a notification of the operating system where the person has allowed that; elsewhere nothing happens. */
export function showSystemNotification(title: string, page: Window & typeof globalThis): void {
  if (!('Notification' in page) || page.Notification.permission !== 'granted') return;
  try {
    const notification = new page.Notification(title);
    notification.addEventListener('click', () => page.focus());
  } catch {
    // Android shows them from a service worker only.
  }
}
