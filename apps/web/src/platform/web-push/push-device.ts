import type { PushAddress, PushBlock, PushDevice } from '../../client/ports/web-push.ts';
import { registerWorker } from '../notification-worker/register-worker.ts';

type Page = Window & typeof globalThis;

/** `standalone` is set on iPhones and iPads only: whether the page was opened from the home screen. */
type AppleNavigator = Navigator & { readonly standalone?: boolean };

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const toText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const addressOf = (subscription: PushSubscription): PushAddress => ({
  endpoint: subscription.endpoint,
  keys: { p256dh: toText(subscription.getKey('p256dh')), auth: toText(subscription.getKey('auth')) },
});

/** Web push of the browser in which `page` is shown. */
export function createPushDevice(page: Page): PushDevice {
  const { standalone }: AppleNavigator = page.navigator;
  const workers = (): ServiceWorkerContainer | undefined =>
    'serviceWorker' in page.navigator ? page.navigator.serviceWorker : undefined;
  const isSupported = (): boolean =>
    workers() !== undefined && 'PushManager' in page && 'Notification' in page;

  const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
    workers()
      ?.getRegistration()
      .catch(() => undefined);

  async function subscribe(serverKey: string): Promise<PushSubscription> {
    const { pushManager } = await registerWorker(page.navigator.serviceWorker);
    const before = await pushManager.getSubscription();
    if (before !== null) {
      if (toText(before.options.applicationServerKey) === serverKey) return before;
      await before.unsubscribe();
    }
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(serverKey) });
  }

  return {
    blockedBy(): PushBlock | undefined {
      if (!isSupported()) return standalone === false ? 'homeScreen' : 'unsupported';
      return page.Notification.permission === 'denied' ? 'denied' : undefined;
    },
    isAllowed: () => isSupported() && page.Notification.permission === 'granted',
    ask: async () => isSupported() && (await page.Notification.requestPermission()) === 'granted',
    async subscribe(serverKey) {
      try {
        return addressOf(await subscribe(serverKey));
      } catch {
        // The browser cannot reach its push service, or private windows have none.
        return undefined;
      }
    },
    async unsubscribe() {
      try {
        await (await (await registration())?.pushManager.getSubscription())?.unsubscribe();
      } catch {
        // The service worker tries again at the next push.
      }
    },
    closeNotices(tag) {
      const close = async (): Promise<void> => {
        const shown = await (await registration())?.getNotifications({ tag });
        for (const notification of shown ?? []) notification.close();
      };
      close().catch(() => undefined);
    },
  };
}
