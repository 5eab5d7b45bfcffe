import type { SystemNotification, SystemNotifications } from '../../client/ports/attention.ts';
import { ringVibrationMs } from '../../client/ports/attention.ts';
import { showByWorker } from './worker-notifications.ts';

type Page = Window & typeof globalThis;
/** `vibrate` is in the standard, but not in the type libraries. */
type Options = NotificationOptions & { readonly vibrate?: readonly number[] };

const nothing = (): void => undefined;

function optionsOf(
  { tag, body, picture = '', isUrgent = false }: SystemNotification,
  ownIcon: string,
): Options {
  const icon = picture === '' ? ownIcon : picture;
  return {
    tag,
    dir: 'auto',
    ...(body === undefined ? {} : { body }),
    ...(icon === '' ? {} : { icon }),
    ...(isUrgent ? { requireInteraction: true, vibrate: ringVibrationMs } : {}),
  };
}

/**
 * Notifications of the operating system, as this browser supports them.
 * @param icon address of the operator's icon, empty for none
 */
export function createSystemNotifications(page: Page, icon: string): SystemNotifications {
  const { userActivation }: { readonly userActivation?: UserActivation } = page.navigator;
  const permission = () => ('Notification' in page ? page.Notification.permission : 'denied');

  return {
    show(notification) {
      if (permission() !== 'granted') return nothing;
      const options = optionsOf(notification, icon);
      const react = (): void => {
        page.focus();
        notification.onClick?.();
      };
      try {
        const shown = new page.Notification(notification.title, options);
        shown.addEventListener('click', () => {
          react();
          shown.close();
        });
        return () => shown.close();
      } catch {
        // Android, and web apps on an iPhone's home screen, show notifications only from a service worker.
        return showByWorker(page, notification.title, options, react);
      }
    },

    askOnNextGesture(onAsked) {
      if (permission() !== 'default') return nothing;
      const listening = new AbortController();
      const ask = (): void => {
        // Browsers do not count some keys, such as Escape, as user activation, and would refuse to ask.
        if (!(userActivation?.isActive ?? true)) return;
        listening.abort();
        if (permission() !== 'default') return;
        onAsked();
        page.Notification.requestPermission().catch(nothing);
      };
      for (const gesture of ['click', 'keydown'])
        page.addEventListener(gesture, ask, { capture: true, signal: listening.signal });
      return () => listening.abort();
    },
  };
}
