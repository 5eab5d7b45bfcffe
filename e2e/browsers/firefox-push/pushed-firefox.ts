import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { installWitness } from '../../support/page/witness.ts';
import type { DrivenPage, Driver } from '../drivers/driver.ts';
import { drive, launchFirefox, nameOf } from '../drivers/firefox.ts';
import { clickAlert, keepButtons, listAlerts, pressButton, type ShownAlert, untilAlert } from './alerts.ts';
import { bidiOf, findFirefoxWindow, inFirefox } from './chrome-scope.ts';
import { type PushQuotas, readPushQuotas } from './quota.ts';
import { discardTabs } from './tabs.ts';

/**
 * Preferences: the push service of the test instead of Mozilla's; notifications are allowed, without the
 * question, and drawn by Firefox itself, because a machine without a desktop has nothing that draws them; they
 * close immediately, without an animation.
 */
const preferencesFor = (pushService: string) => ({
  'dom.push.serverURL': pushService,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.connection.enabled': true,
  'dom.push.retryBaseInterval': 100,
  'permissions.default.desktop-notification': 1,
  'alerts.useSystemBackend': false,
  'ui.prefersReducedMotion': 1,
  // Of notifications that stay, Firefox draws only three; it also counts those that others have replaced.
  'dom.webnotifications.requireinteraction.count': 1000,
});

type Pages = Pick<Driver, 'open'>;

/** A container of Firefox, or what is outside of containers, with its own storage and subscription. */
export type FirefoxDevice = {
  /** Its pages that a test opens. */
  readonly pages: Pages;
  /** Its pages that Firefox opens by itself. */
  readonly openedPages: Pages;
};

/** Real Firefox, to which calls are pushed by the push service of a test. */
export class PushedFirefox {
  readonly #browser: Browser;
  readonly #name: string;
  /** Why its notifications cannot be read and clicked; undefined = they can. */
  readonly unreachable: string | undefined;

  private constructor(browser: Browser, name: string, hasWindow: boolean) {
    this.#browser = browser;
    this.#name = name;
    this.unreachable = hasWindow
      ? undefined
      : `not tried here: pushes to ${name}, which hides its window from tests`;
  }

  static async start(executablePath: string, pushService: string): Promise<PushedFirefox> {
    const browser = await launchFirefox(executablePath, {
      further: preferencesFor(pushService),
      args: ['--remote-allow-system-access'],
    });
    // In all pages: the test knows a page that Firefox opens only when its scripts run already.
    const addInitScript = (script: () => void) =>
      bidiOf(browser).send('script.addPreloadScript', { functionDeclaration: String(script) });
    await installWitness({ addInitScript });
    const hasWindow = (await findFirefoxWindow(browser)) !== undefined;
    return new PushedFirefox(browser, await nameOf(browser), hasWindow);
  }

  async createDevice(): Promise<FirefoxDevice> {
    return this.#deviceOf(await this.#browser.createBrowserContext());
  }

  /**
   * Firefox outside containers. Inside one, Firefox does not find the notifications of a page, and counts each push as
   * one that left none.
   */
  plainDevice(): FirefoxDevice {
    return this.#deviceOf(this.#browser.defaultBrowserContext());
  }

  #deviceOf(context: BrowserContext): FirefoxDevice {
    const known = new Set<Page>();
    const take = async (page: Page, user: string): Promise<DrivenPage> => {
      known.add(page);
      const driven = await drive(`${user} in ${this.#name}`, page);
      return { ...driven, close: async () => (page.isClosed() ? undefined : page.close()) };
    };
    const findOpened = async (): Promise<Page | undefined> =>
      (await context.pages()).find((page) => !known.has(page) && page.url().startsWith('http'));
    return {
      pages: { open: async (user) => take(await context.newPage(), user) },
      openedPages: {
        async open(user) {
          await expect.poll(findOpened).toBeDefined();
          const opened = await findOpened();
          if (opened === undefined) throw new Error('the page was closed immediately');
          return take(opened, user);
        },
      },
    };
  }

  /** Resolves when Firefox shows a notification with this title. */
  notified(title: string): Promise<ShownAlert> {
    return inFirefox(this.#browser, untilAlert, title);
  }

  /** The titles of the notifications that Firefox shows. */
  notifications(): Promise<string[]> {
    return inFirefox(this.#browser, listAlerts);
  }

  /** Clicks on the words of a notification. */
  click(title: string): Promise<void> {
    return inFirefox(this.#browser, clickAlert, [title, 'alertTextLabel'] as const);
  }

  /** Clicks on the cross of a notification. */
  dismiss(title: string): Promise<void> {
    return inFirefox(this.#browser, clickAlert, [title, 'alert-close'] as const);
  }

  async dismissAll(): Promise<void> {
    for (const title of await this.notifications()) await this.dismiss(title);
  }

  /** What Firefox counts of pushes that leave no notification. */
  quotas(): Promise<PushQuotas> {
    return inFirefox(this.#browser, readPushQuotas);
  }

  /** From now on notifications have buttons, as on a desktop. */
  keepButtons(): Promise<void> {
    return inFirefox(this.#browser, keepButtons);
  }

  /** Presses a button of a notification, as far as Firefox knows. */
  press(title: string, button: string): Promise<void> {
    return inFirefox(this.#browser, pressButton, [title, button] as const);
  }

  /** Discards the tabs of this address that are not in front, as Firefox does when memory is short. */
  discard(address: string): Promise<void> {
    return inFirefox(this.#browser, discardTabs, address);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
