import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { installWitness } from './witness.ts';

const password = 'demo1234';

/** A user with a separate browser, who does what is possible with eyes, mouse and keyboard. */
export class Person {
  readonly page: Page;
  readonly name: string;
  /** The errors that no code of the page caught. */
  readonly uncaught: string[] = [];

  private constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    page.on('pageerror', (error) => this.uncaught.push(error.stack ?? String(error)));
  }

  static async at(
    browser: Browser,
    url: string,
    name: string,
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      permissions: ['camera', 'microphone'],
      locale: 'en-GB',
      // The worker fetches the whole app for each new browser. Journeys that show it allow it.
      serviceWorkers: 'block',
      ...options,
    });
    const page = await context.newPage();
    await installWitness(page);
    const person = new Person(page, name);
    await page.goto(url);
    return person;
  }

  /** The user at another page of their browser. */
  static on(page: Page, name: string): Person {
    return new Person(page, name);
  }

  async logIn(secret = password): Promise<void> {
    await this.page.getByLabel('Username').fill(this.name);
    await this.page.getByLabel('Password', { exact: true }).fill(secret);
    await this.page.getByRole('button', { name: 'Log in' }).click();
  }

  /** Logs in and waits until the user can call. */
  async isReachable(): Promise<void> {
    await this.logIn();
    await this.page.getByLabel('Number or name').fill('x');
    await expect(this.callButton).toBeEnabled();
    await this.page.getByLabel('Number or name').fill('');
  }

  get callButton() {
    return this.page.getByRole('main').getByRole('button', { name: 'Call', exact: true });
  }

  /** What the remote user has written; in one box only the newest turn of the remote user. */
  get incomingText() {
    const shared = this.page.getByRole('log', { name: 'Shared text' });
    const turns = shared.locator('[data-author=other] [data-words]');
    return this.page.getByRole('log', { name: 'Incoming text' }).or(turns.last());
  }

  get ownText() {
    return this.page.getByRole('textbox', { name: 'Your text' });
  }

  async dial(target: string): Promise<void> {
    await this.page.getByLabel('Number or name').fill(target);
    await this.callButton.click();
  }

  async answer(): Promise<void> {
    await this.page.getByRole('button', { name: 'Answer', exact: true }).click();
  }

  async hangUp(): Promise<void> {
    await this.page.getByRole('button', { name: 'Hang up' }).click();
  }

  /**
   * Waits until `data-call-status` has this value (decision D27); undefined = the page has no such attribute.
   */
  async hasStatus(status: string | undefined): Promise<void> {
    const html = this.page.locator('html');
    if (status === undefined) await expect(html).not.toHaveAttribute('data-call-status');
    else await expect(html).toHaveAttribute('data-call-status', status);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
