import type { Page } from '@playwright/test';

/** The arguments of a recorded notification, and whether it is still shown. */
export type RecordedNotification = {
  readonly title: string;
  readonly options: NotificationOptions & { readonly vibrate?: readonly number[] };
  readonly isOpen: boolean;
};

/** From the next load on, notifications are recorded in a list, where a test can click them. */
export async function recordNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = { title: string; options: NotificationOptions; isOpen: boolean; click: () => void };
    const recorded: Entry[] = [];
    class Recorder extends EventTarget {
      static readonly permission = 'granted';
      readonly entry: Entry;
      constructor(title: string, options: NotificationOptions = {}) {
        super();
        this.entry = { title, options, isOpen: true, click: () => this.dispatchEvent(new Event('click')) };
        recorded.push(this.entry);
      }
      close(): void {
        this.entry.isOpen = false;
      }
    }
    Object.assign(window, { Notification: Recorder, recorded });
  });
}

/**
 * The title of a notification about a call from Alice. It waits 0.4 s for her name, which is too short on a busy
 * machine (client/people/colleagues.test.ts); her user name is right then.
 */
export const aliceIsCalling = /^(?:Alice Demo|alice) is calling$/;

export const notificationsOf = (page: Page): Promise<RecordedNotification[]> =>
  page.evaluate(() =>
    window.recorded.map(({ title, options, isOpen }) => ({ title, options: { ...options }, isOpen })),
  );

export const clickNotification = (page: Page, title: string): Promise<void> =>
  page.evaluate((wanted) => window.recorded.find((entry) => entry.title === wanted)?.click(), title);

/** Simulates that the user changes to another tab or back; headless browsers do not hide tabs. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.hasFocus = () => !hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

declare global {
  interface Window {
    recorded: { title: string; options: NotificationOptions; isOpen: boolean; click(): void }[];
  }
}
