import { expect } from '@playwright/test';
import { Person } from '../../page/person.ts';
import { type Journal, keepJournal } from './journal.ts';
import { launchOwnBrowser, type OwnBrowser, type OwnBrowserOptions } from './own-browser.ts';
import { type RecordedTexts, readRecordedText, watchToken } from './recorded-text.ts';

/** How long a call may take to end after any cut. */
const END_MS = 75_000;
/** How long to wait for a history entry: one that could not be sent is sent again at the next login. */
const RECORD_MS = 20_000;

/** A user with a separate browser, and a journal of what the user types and sees. */
export type Party = {
  readonly name: string;
  person(): Person;
  /** Journal of the current page; the journal can be read after the page is gone. */
  journal(): Journal;
  processes(): Pick<OwnBrowser, 'stopNetwork' | 'stop' | 'resume'>;
  /** Waits until the screen says that the call is over, or another screen is shown. */
  callIsOver(): Promise<void>;
  /** The history entry of the newest call since `began` (milliseconds since the epoch). */
  record(began: number): Promise<RecordedTexts>;
  /** Makes sure that the user can call and be called, with a new page or browser where needed. */
  getReady(): Promise<void>;
  /** Reloads the page, as after a network outage. */
  reload(): Promise<void>;
  kill(): Promise<void>;
};

export function createParty(name: string, url: string, options: OwnBrowserOptions): Party {
  let own: OwnBrowser | undefined;
  let at: { person: Person; journal: Journal; token: () => string } | undefined;

  const present = () => {
    if (at === undefined) throw new Error(`${name} has no page`);
    return at;
  };
  const processes = (): OwnBrowser => {
    if (own === undefined) throw new Error(`${name} has no browser`);
    return own;
  };

  async function logIn(person: Person): Promise<void> {
    const { page } = person;
    const field = page.getByLabel('Number or name');
    await expect(page.getByLabel('Username').or(field)).toBeVisible({ timeout: 20_000 });
    if (await field.isVisible()) await isReady(person, 20_000);
    else await person.isReachable();
  }

  async function isReady(person: Person, timeout: number): Promise<void> {
    const field = person.page.getByLabel('Number or name');
    await field.fill('x', { timeout });
    await expect(person.callButton).toBeEnabled({ timeout });
    await field.fill('');
  }

  async function open(): Promise<void> {
    own ??= await launchOwnBrowser(options);
    const person = await Person.at(own.browser, url, name);
    const journal = await keepJournal(person.page);
    at = { person, journal, token: watchToken(person.page) };
    // The journal records the documents that load from now on.
    await person.page.reload();
    await logIn(person);
  }

  async function leaveTheEnd({ page }: Person): Promise<void> {
    const cancel = page.getByRole('button', { name: 'Cancel' });
    if (await cancel.isVisible()) await cancel.click();
  }

  return {
    name,
    person: () => present().person,
    journal: () => present().journal,
    processes,
    async callIsOver() {
      const { page, callButton } = present().person;
      await expect(page.getByRole('button', { name: 'Cancel' }).or(callButton)).toBeVisible({
        timeout: END_MS,
      });
      // When the page answers this, it has reported all earlier changes to the journal.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    },
    async record(began) {
      let found: RecordedTexts | undefined;
      await expect
        .poll(async () => (found = await readRecordedText(url, present().token(), began)), {
          timeout: RECORD_MS,
        })
        .toBeDefined();
      return found as RecordedTexts;
    },
    async reload() {
      await present().person.page.reload();
      await logIn(present().person);
    },
    async getReady() {
      if (at === undefined) {
        await open();
        return;
      }
      const { person } = at;
      try {
        await leaveTheEnd(person);
        await isReady(person, 4000);
      } catch {
        await person.leave();
        await open();
      }
    },
    async kill() {
      const killed = own;
      own = undefined;
      at = undefined;
      await killed?.kill();
    },
  };
}
