/**
 * Counts how many presses (taps or clicks) eight tasks take in the real product, on a phone and on a desktop, and prints
 * them beside the figures of an earlier release. Controls are found by role and name, as a user finds them; a task
 * whose control does not exist is printed as absent. Typed letters are counted apart.
 *
 *   npm run bench:presses
 */
import { type BrowserContextOptions, chromium, type Locator } from '@playwright/test';
import { Person } from '../e2e/support/page/person.ts';
import { signIn } from '../e2e/support/page/user-api.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const say = (text: string): void => console.log(text);

const sizes: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};
/** How long a control or a state of a call may take before it counts as absent; a busy machine is slow. */
const patienceMs = 30_000;

/** Waits for a state of the call (decision D27) as long as for a control. */
const isIn = ({ page }: Person, status: string): Promise<void> =>
  page.locator(`html[data-call-status=${status}]`).waitFor({ timeout: patienceMs });

/** A user whose presses and letters are counted. */
class Hand {
  presses = 0;
  letters = 0;
  readonly user: Person;
  readonly isPhone: boolean;

  constructor(user: Person, isPhone: boolean) {
    this.user = user;
    this.isPhone = isPhone;
  }

  async press(control: Locator): Promise<void> {
    const first = control.first();
    await first.waitFor({ state: 'visible', timeout: patienceMs });
    if (this.isPhone) await first.tap({ timeout: patienceMs });
    else await first.click({ timeout: patienceMs });
    this.presses += 1;
  }

  /** Types; on a phone the field must be pressed first, because only that opens the keyboard. */
  async type(text: string): Promise<void> {
    const { page } = this.user;
    if (this.isPhone) await this.press(page.getByLabel('Number or name'));
    await page.keyboard.type(text);
    this.letters += text.length;
  }

  /** Opens a page by the shortest way that is on the screen. */
  async open(name: string): Promise<void> {
    const { page } = this.user;
    const link = page.getByRole('link', { name: new RegExp(`\\b${name}\\b`) });
    const menu = page.getByRole('button', { name: 'Menu' });
    await link.or(menu).first().waitFor({ timeout: patienceMs });
    if (!(await link.first().isVisible())) await this.press(menu);
    await this.press(link);
  }
}

type Scene = {
  readonly hand: Hand;
  readonly alice: Person;
  readonly bobby: Person;
};

type Task = {
  readonly name: string;
  /** Presses on a phone in the release before, from docs of its trial; – = not possible. */
  readonly before: string;
  readonly prepare?: (scene: Scene) => Promise<void>;
  readonly perform: (scene: Scene) => Promise<void>;
};

/** Ends the calls that a task has left open, until the page shows the field again; a reload would keep them (D81). */
async function tidyUp({ page }: Person): Promise<void> {
  const field = page.getByLabel('Number or name');
  const end = page.getByRole('button', { name: /^(Hang up|Reject|Cancel)$/ });
  for (;;) {
    await field.or(end).filter({ visible: true }).first().waitFor({ timeout: patienceMs });
    if (await field.isVisible()) return;
    // The button goes when the other user has just ended the call.
    await end
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }
}

const tasks: readonly Task[] = [
  {
    name: 'call a contact',
    before: '4',
    async perform({ hand, alice, bobby }) {
      const faces = alice.page.getByRole('region', { name: 'Favourites' });
      await hand.press(faces.getByRole('button', { name: 'Bobby Berg' }));
      await isIn(bobby, 'INCOMING_CALL');
    },
  },
  {
    name: 'call a contact by name',
    before: 'not possible',
    async perform({ hand, alice, bobby }) {
      await hand.type('ber');
      await hand.press(alice.page.getByRole('option', { name: 'Bobby Berg' }));
      await isIn(bobby, 'INCOMING_CALL');
    },
  },
  {
    name: 'call a recent',
    before: 'not counted',
    async perform({ hand, alice, bobby }) {
      const faces = alice.page.getByRole('region', { name: 'Recent' });
      await hand.press(faces.getByRole('button', { name: 'Bobby Berg' }));
      await isIn(bobby, 'INCOMING_CALL');
    },
  },
  {
    name: 'call a service',
    before: 'not counted',
    async perform({ hand, alice }) {
      const signs = alice.page.getByRole('region', { name: 'Services' });
      await hand.press(signs.getByRole('button', { name: 'Keypad test' }));
      await isIn(alice, 'ACCEPTED');
    },
  },
  {
    name: 'change text size in the call',
    before: '6+, not in a call',
    async prepare({ alice }) {
      await alice.dial('echo');
      await isIn(alice, 'ACCEPTED');
    },
    async perform({ hand, alice }) {
      // On a phone a video call begins without the text (D77).
      const larger = alice.page.getByRole('button', { name: 'Larger text' });
      const text = alice.page.getByRole('button', { name: 'Text', exact: true });
      await larger.or(text).first().waitFor({ timeout: patienceMs });
      if (!(await larger.isVisible())) await hand.press(text);
      await hand.press(larger);
    },
  },
  {
    name: 'answer by text',
    before: '–',
    async prepare({ alice, bobby }) {
      await bobby.dial('alice');
      await isIn(alice, 'INCOMING_CALL');
    },
    async perform({ hand, alice }) {
      await hand.press(alice.page.getByRole('button', { name: 'Answer with text' }));
      await isIn(alice, 'ACCEPTED');
    },
  },
  {
    name: 'call back a missed call',
    before: 'not counted',
    async prepare({ alice, bobby }) {
      await bobby.dial('alice');
      await isIn(alice, 'INCOMING_CALL');
      await bobby.page.getByRole('button', { name: 'Cancel' }).click();
      await isIn(alice, 'CANCELED_REMOTE');
      await alice.page.getByLabel('Number or name').waitFor();
    },
    async perform({ hand, alice, bobby }) {
      const faces = alice.page.getByRole('region', { name: 'Recent' });
      await hand.press(faces.getByRole('button', { name: 'Bobby Berg', description: /Missed/ }));
      await isIn(bobby, 'INCOMING_CALL');
    },
  },
  {
    name: 'read a message',
    before: 'not counted',
    async perform({ hand, alice }) {
      await hand.open('Messages');
      const { page } = alice;
      const row = page.getByRole('listitem').filter({ hasText: 'See you on Friday' });
      await row.first().waitFor({ timeout: patienceMs });
      await hand.press(row.getByRole('link').or(row.getByRole('button')));
    },
  },
  {
    name: 'find a person in the directory',
    before: 'not counted',
    async perform({ hand, alice }) {
      await hand.type('libr');
      await alice.page.getByRole('option', { name: 'Library' }).waitFor({ timeout: patienceMs });
    },
  },
];

/** Leaves a message for alice before she logs in: the server waits for a client that has just gone. */
async function leaveMessage(url: string): Promise<void> {
  const bobby = await Person.at(browser, url, 'bobby');
  await bobby.isReachable();
  await (await signIn(url, 'alice')).set('AM_ENABLED', '1');
  await bobby.dial('alice');
  await isIn(bobby, 'ACCEPTED');
  await bobby.ownText.pressSequentially('See you on Friday', { delay: 20 });
  await bobby.hangUp();
  await isIn(bobby, 'COMPLETED');
  await bobby.leave();
}

async function countAt(url: string, size: string): Promise<readonly string[]> {
  const bobby = await Person.at(browser, url, 'bobby');
  await bobby.isReachable();
  const results: string[] = [];
  for (const { name, prepare, perform } of tasks) {
    const alice = await Person.at(browser, url, 'alice', sizes[size]);
    await alice.isReachable();
    await alice.page.getByLabel('Number or name').blur();
    if (size === 'desktop') await alice.page.getByLabel('Number or name').focus();
    const scene = { hand: new Hand(alice, size === 'phone'), alice, bobby };
    try {
      await prepare?.(scene);
      await perform(scene);
      const { presses, letters } = scene.hand;
      results.push(letters === 0 ? String(presses) : `${presses} (+ ${letters} letters)`);
    } catch (error) {
      console.error(`${size}, ${name}: ${String(error).split('\n')[0]}`);
      results.push('absent');
    }
    await alice.leave();
    await tidyUp(bobby);
    await bobby.page.getByLabel('Number or name').fill('x');
    await bobby.callButton.isEnabled();
    await bobby.page.getByLabel('Number or name').fill('');
  }
  await bobby.leave();
  return results;
}

await buildWeb();
const server = await startSamtalServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  const account = await signIn(server.url, 'alice');
  await account.addContact({
    fname: 'Bobby',
    sname: 'Berg',
    sipaddress: 'bobby@demo.example',
    favourite: true,
  });
  await leaveMessage(server.url);
  const columns: (readonly string[])[] = [];
  for (const size of Object.keys(sizes)) columns.push(await countAt(server.url, size));
  const row = (...cells: readonly string[]): void => say(cells.map((cell) => cell.padEnd(32)).join(''));
  row('task', 'before (phone)', ...Object.keys(sizes));
  for (const [index, { name, before }] of tasks.entries())
    row(name, before, ...columns.map((column) => column[index] ?? ''));
} finally {
  await browser.close();
  await server.dispose();
}
