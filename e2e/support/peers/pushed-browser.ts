import type { Browser, BrowserContext, CDPSession, Worker } from '@playwright/test';
import type { TestBrowser } from '../../../apps/server/src/web-push/testing/push-service.ts';
import { Person } from '../page/person.ts';
import { installWitness } from '../page/witness.ts';

/** Where a browser is pushed to, and the keys with which its pushes are encrypted. */
export type PushKeys = Pick<TestBrowser, 'endpoint' | 'p256dh' | 'auth'>;

type ShownNotification = {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
};

/**
 * Lets a page subscribe to the push service of the test instead of that of the browser's maker; runs in the
 * page, before its own scripts.
 */
export function subscribeTo({ endpoint, p256dh, auth }: PushKeys): void {
  if (!('PushManager' in window)) return;
  const keptKey = 'subscription of the test';
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const subscription = (serverKey: string) => ({
    endpoint,
    options: { applicationServerKey: toBytes(serverKey).buffer },
    getKey: (name: string) => toBytes(name === 'auth' ? auth : p256dh).buffer,
    async unsubscribe() {
      localStorage.removeItem(keptKey);
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const kept = localStorage.getItem(keptKey);
      return kept === null ? null : subscription(kept);
    },
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      const key = btoa(String.fromCharCode(...applicationServerKey));
      localStorage.setItem(keptKey, key);
      return subscription(key);
    },
  });
}

type ShowingScope = { readonly registration: ServiceWorkerRegistration; shown?: Promise<void> };

/** Lets `untilShown` wait for the next notification; runs in the worker. */
export function awaitShown(): void {
  const scope = globalThis as unknown as ShowingScope;
  const { registration } = scope;
  const show = registration.showNotification.bind(registration);
  scope.shown = new Promise((resolve) => {
    registration.showNotification = async (...notification) => {
      await show(...notification);
      resolve();
    };
  });
}

/**
 * Resolves when the notification is shown; runs in the worker. Chromium forgets a notification if it is asked
 * for its notifications while it shows it.
 */
export const untilShown = (): Promise<void> | undefined => (globalThis as unknown as ShowingScope).shown;

/** The notifications that a service worker has shown; runs in the worker. */
export async function listNotifications(): Promise<ShownNotification[]> {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  const shown = await registration.getNotifications();
  return shown.map(({ tag, title, body }) => ({ tag, title, body }));
}

/** The user wipes all notifications away; runs in the worker. */
export async function dismissNotifications(): Promise<void> {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  for (const notification of await registration.getNotifications()) notification.close();
}

/**
 * Presses the notification, or its button `pressed`; runs in the worker.
 * @returns the pages that the worker has opened ('open …') or brought to the front ('focus …')
 */
export async function pressNotification(pressed: string): Promise<string[]> {
  type Page = { readonly url: string; focus: () => Promise<unknown> };
  type Scope = {
    readonly registration: ServiceWorkerRegistration;
    readonly clients: { openWindow: (address: string) => Promise<unknown> };
    readonly WindowClient: { readonly prototype: Page };
    readonly NotificationEvent: new (name: string, init: object) => Event;
    readonly dispatchEvent: (event: Event) => void;
  };
  const scope = globalThis as unknown as Scope;
  const done: string[] = [];
  // Browsers allow these two only after a press of the user's own hand.
  scope.clients.openWindow = async (address) => void done.push(`open ${address}`);
  scope.WindowClient.prototype.focus = async function focus(this: Page) {
    done.push(`focus ${this.url}`);
  };
  const [notification] = await scope.registration.getNotifications();
  const event = new scope.NotificationEvent('notificationclick', { notification, action: pressed });
  const work = new Promise((resolve) => {
    Object.assign(event, { waitUntil: (promise: Promise<unknown>) => void promise.then(resolve) });
  });
  scope.dispatchEvent(event);
  await work;
  return done;
}

/** The keys of a subscription, and its address. */
const keysOf = ({ endpoint, p256dh, auth }: TestBrowser): PushKeys => ({ endpoint, p256dh, auth });

/**
 * A browser to which calls are pushed. A headless browser has neither a push service nor notifications to
 * press, so this class delivers the pushes and presses the notifications.
 */
export class PushedBrowser {
  readonly #context: BrowserContext;
  readonly #device: TestBrowser;
  readonly #url: string;
  readonly #name: string;
  #delivered = 0;
  #registrationId: string | undefined;

  private constructor(context: BrowserContext, device: TestBrowser, url: string, name: string) {
    this.#context = context;
    this.#device = device;
    this.#url = url;
    this.#name = name;
  }

  static async at(browser: Browser, url: string, name: string, device: TestBrowser): Promise<PushedBrowser> {
    const context = await browser.newContext({
      permissions: ['camera', 'microphone', 'notifications'],
      locale: 'en-GB',
    });
    await context.addInitScript(subscribeTo, keysOf(device));
    return new PushedBrowser(context, device, url, name);
  }

  /** Opens the app in a new page. */
  async open(address = this.#url): Promise<Person> {
    const page = await this.#context.newPage();
    await installWitness(page);
    await page.goto(address);
    return Person.on(page, this.#name);
  }

  /** A page outside the app, which keeps the browser open. */
  async openOther(): Promise<CDPSession> {
    const page = await this.#context.newPage();
    const session = await this.#context.newCDPSession(page);
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${this.#url}/` && !isDeleted);
      this.#registrationId = own?.registrationId ?? this.#registrationId;
    });
    await session.send('ServiceWorker.enable');
    return session;
  }

  async worker(): Promise<Worker> {
    const [running] = this.#context.serviceWorkers();
    return running ?? this.#context.waitForEvent('serviceworker');
  }

  /** Delivers the next push as the browser's push service does, and waits until it is shown. */
  async deliver(through: CDPSession): Promise<void> {
    const registrationId = await until(() => this.#registrationId);
    const pushed = await until(() => this.#device.pushed()[this.#delivered]);
    this.#delivered += 1;
    const data = JSON.stringify(pushed);
    const worker = await this.worker();
    await worker.evaluate(awaitShown);
    await through.send('ServiceWorker.deliverPushMessage', { origin: this.#url, registrationId, data });
    await worker.evaluate(untilShown);
  }

  async notifications(): Promise<ShownNotification[]> {
    return (await this.worker()).evaluate(listNotifications);
  }

  /**
   * Presses a notification, or the button `action` of it.
   * @returns the pages that the worker has opened ('open …') or brought to the front ('focus …')
   */
  async press(action = ''): Promise<string[]> {
    return (await this.worker()).evaluate(pressNotification, action);
  }

  /** The kinds of pushes that the push service has got for this browser. */
  pushes(): string[] {
    return this.#device.pushed().map(({ type }) => type);
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }
}

/** Resolves to what `look` finds, as soon as it finds something. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
