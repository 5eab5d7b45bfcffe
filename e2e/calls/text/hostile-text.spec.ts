import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { setWebSetting } from '../../support/page/web-setting.ts';
import { sipSecret } from '../../support/peers/sip-secret.ts';
import { openSipJsPage } from '../../support/peers/sipjs-page.ts';

// One log with everything that a peer has written, however long it is.
test.beforeEach(({ server }) => setWebSetting(server.url, 'alice', 'WEB_CHAT_LAYOUT', 'over/under'));
test.afterEach(({ server }) => setWebSetting(server.url, 'alice', 'WEB_CHAT_LAYOUT', 'one box'));

/** The most text that a page accepts in one MESSAGE, in UTF-16 units. */
const LONGEST_TEXT = 8192;
const backspaces = (count: number): string => '\b'.repeat(count);

const watchLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ type: 'longtask' });
  });

/** Notes the long tasks in the report; they are not judged, because their duration depends on the machine. */
async function reportLongTasks(page: Page, what: string): Promise<void> {
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  const description = `${what}: ${tasks.length} tasks over 50 ms: ${tasks.join(' ')}`;
  test.info().annotations.push({ type: 'long tasks', description });
}

/** Calls bobby, who is a page with SIP.js. */
async function callSipPeer(alice: Person, browser: Browser, url: string) {
  await alice.isReachable();
  const peer = await openSipJsPage(browser, url);
  await peer.evaluate(
    ([uri, password]) => window.peer.register(uri ?? '', 'bobby@demo.example', 'bobby', password ?? ''),
    [`${url.replace('http', 'ws')}/sip`, await sipSecret(url, 'bobby')],
  );
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  const write = (text: string): Promise<void> => peer.evaluate((words) => window.peer.type(words), text);
  return { peer, write };
}

/** The most elements of `page` whose style Chromium computes in one step while `act` runs. */
async function mostRestyled(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const counts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
  );
  expect(counts.length).toBeGreaterThan(0);
  return Math.max(...counts);
}

test('RTT-12 a page answers its person while a SIP peer writes 56,000 characters and erases them', {
  tag: '@long',
}, async ({ browser, server, person }) => {
  const alice = await person('alice');
  const { peer, write } = await callSipPeer(alice, browser, server.url);
  await watchLongTasks(alice.page);

  for (let sent = 0; sent < 7; sent++) await write('漢'.repeat(8000));
  const erased = write(backspaces(LONGEST_TEXT));
  await alice.ownText.pressSequentially('stop');
  await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe('stop');
  await erased;
  await write('字');
  await expect(alice.incomingText).toHaveText(/漢字$/);
  await expect(alice.page.getByRole('button', { name: 'Show earlier text' })).toBeAttached();

  let left = 7 * 8000 - LONGEST_TEXT;
  await write(backspaces(1));
  for (; left > LONGEST_TEXT; left -= LONGEST_TEXT) await write(backspaces(LONGEST_TEXT));
  await write(backspaces(left));
  await write('fin');
  await expect(alice.incomingText).toHaveText('fin');
  await reportLongTasks(alice.page, '56,000 characters and as many backspaces by MESSAGE');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await peer.context().close();
});

test('RTT-12 a page answers its person while a SIP peer writes 8,000 line breaks, and a letter costs no more because of them', {
  tag: '@long',
}, async ({ browser, server, person }) => {
  const alice = await person('alice');
  const { peer, write } = await callSipPeer(alice, browser, server.url);
  await watchLongTasks(alice.page);

  const written = write('\u2028'.repeat(8000));
  await alice.ownText.pressSequentially('stop');
  await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe('stop');
  await written;
  await write('fin');
  await expect(alice.incomingText).toHaveText(/fin$/);
  const lines = await alice.incomingText.locator('div[dir]').count();
  expect(lines).toBeGreaterThan(500);
  expect(lines).toBeLessThan(2000);

  const restyled = await mostRestyled(browser, alice.page, async () => {
    await alice.ownText.pressSequentially('!');
    await expect.poll(() => peer.evaluate(() => window.peer.received())).toBe('stop!');
    await write('.');
    await expect(alice.incomingText).toHaveText(/fin\.$/);
  });
  expect(restyled).toBeLessThan(lines / 2);
  await reportLongTasks(alice.page, '8,000 line breaks by MESSAGE');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await peer.context().close();
});

test('RTT-07 RTT-12 a flood on the data channel is read in order, and meanwhile the page responds to its user', async ({
  person,
}) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  await bobby.page.addInitScript(() => {
    const { createDataChannel } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.createDataChannel = function (label, options) {
      const channel = createDataChannel.call(this, label, options);
      Object.assign(window, { channel });
      return channel;
    };
  });
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await expect(alice.page.getByText('Live text')).toBeVisible();
  await bobby.ownText.pressSequentially('Hi:');
  await expect(alice.incomingText).toHaveText('Hi:');
  await watchLongTasks(alice.page);

  const flood = bobby.page.evaluate(async () => {
    const { channel } = window as unknown as { channel: RTCDataChannel };
    for (let text = 0; text < 2000; text++) {
      channel.send(`${text};`);
      if (text % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  await alice.ownText.pressSequentially('stop');
  await expect(bobby.incomingText).toHaveText('stop');
  await flood;
  const all = Array.from({ length: 2000 }, (_, text) => `${text};`).join('');
  await expect(alice.incomingText).toHaveText(`Hi:${all}`);

  await bobby.page.evaluate(
    ([longest, tooLong]) => {
      const { channel } = window as unknown as { channel: RTCDataChannel };
      for (let text = 0; text < 4; text++) channel.send(longest ?? '');
      channel.send(tooLong ?? '');
      channel.send('fin');
    },
    [backspaces(LONGEST_TEXT), backspaces(256 * 1024 - 1)],
  );
  await expect(alice.incomingText).toHaveText('\uFFFDfin');
  await expect(alice.page.getByTitle('Some text may be missing here')).toBeVisible();
  await reportLongTasks(alice.page, '2,000 texts in two seconds and 32,768 backspaces on a data channel');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
});
