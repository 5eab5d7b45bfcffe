import { flows, interruption, tells } from '../../support/faults/kept-calls.ts';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { askedDevices, receivedMedia } from '../../support/page/witness.ts';
import { startKeepingServer } from '../../support/server/continuity-server.ts';

/** Waits until sound and video of the other person arrive. */
async function seesAndHears({ page }: Person): Promise<void> {
  const before = await receivedMedia(page);
  await expect
    .poll(async () => {
      const { framesDecoded, audioPackets } = await receivedMedia(page);
      return framesDecoded > before.framesDecoded + 5 && audioPackets > before.audioPackets + 5;
    })
    .toBe(true);
}

const microphoneOf = ({ page }: Person) => page.getByRole('button', { name: 'Microphone', exact: true });

/** Collects every call status that the page has from now on. */
const watchStatus = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    const root = document.documentElement;
    new MutationObserver(() => seen.push(root.dataset['callStatus'] ?? 'none')).observe(root, {
      attributeFilter: ['data-call-status'],
    });
    Object.assign(window, { seenStatus: seen });
  });
const seenStatus = ({ page }: Person): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as unknown as { seenStatus: string[] }).seenStatus)]);

/**
 * Holds back every WebSocket that the page opens from now on.
 * @returns lets them through to the server
 */
async function holdWebSockets({ page }: Person): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.routeWebSocket(/.*/, async (socket) => {
    await isReleased;
    socket.connectToServer();
  });
  return release;
}

const callsOf = ({ page }: Person) => page.getByRole('main').getByRole('listitem');

/** The history has the four calls of a fresh demo account, and this one. */
async function hasOneEntry(someone: Person, url: string, kind: string): Promise<void> {
  await someone.page.goto(`${url}/history`);
  await expect(callsOf(someone)).toHaveCount(5);
  await expect(callsOf(someone).first()).toContainText(kind);
}

/** What the header of the call says, which is a live region. */
const said = ({ page }: Person, words: string) => page.getByRole('status').filter({ hasText: words });
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** The energy of what is heard of the other end, at most, where it sends silence. */
const SILENCE = 1e-6;

/** Waits until 40 packets of sound have come; returns the energy of all that was heard in the present connection. */
async function heard({ page }: Person): Promise<number> {
  const { audioPackets } = await receivedMedia(page);
  await expect.poll(async () => (await receivedMedia(page)).audioPackets).toBeGreaterThan(audioPackets + 40);
  return (await receivedMedia(page)).audioEnergy;
}

for (const who of ['who holds the call', 'whose call is on hold'] as const)
  test(`D81 D84 after a reload of the page of the user ${who} it is on hold, the other end hears nothing, and both go on`, {
    tag: '@long',
  }, async ({ reachable }) => {
    const server = await startKeepingServer();
    const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
    await alice.dial('bobby');
    await bobby.answer();
    for (const someone of [alice, bobby]) {
      await someone.hasStatus('ACCEPTED');
      await seesAndHears(someone);
    }
    expect(await heard(bobby)).toBeGreaterThan(SILENCE);
    await button(alice, 'Hold').click();
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeVisible();
    await (who === 'who holds the call' ? alice : bobby).page.reload();
    await flows(alice, bobby);
    await expect(said(alice, 'You put the call on hold.')).toBeVisible();
    await expect(button(alice, 'Hold')).toHaveAttribute('aria-pressed', 'true');
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeVisible({ timeout: 15_000 });
    // In the connection to the new page nothing was heard from its begin.
    expect(await heard(bobby)).toBeLessThan(SILENCE);
    await tells(alice, bobby, 'one moment ');
    await button(alice, 'Resume the call').click();
    await expect(said(bobby, 'Alice Demo put the call on hold')).toBeHidden();
    for (const someone of [alice, bobby]) await seesAndHears(someone);
    expect(await heard(bobby)).toBeGreaterThan(SILENCE);
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    await server.dispose();
  });

for (const [role, tag] of [
  ['caller', '@daily'],
  ['callee', '@long'],
] as const)
  test(`D81 a reload of the page of the ${role} keeps sound, video and text; nothing rings, and it is one call`, {
    tag,
  }, async ({ reachable }) => {
    const server = await startKeepingServer();
    const [alice, bobby, third] = await reachable(['alice', 'bobby', 'bobby'], server.url);
    await alice.dial('bobby');
    await third.hasStatus('INCOMING_CALL');
    await bobby.answer();
    for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
    await third.hasStatus('CANCELED_REMOTE');
    const [mine, other] = role === 'caller' ? [alice, bobby] : [bobby, alice];
    for (const someone of [other, third]) await watchStatus(someone);
    await tells(alice, bobby, 'one ');
    await microphoneOf(mine).click();
    await expect(microphoneOf(mine)).toHaveAttribute('aria-pressed', 'false');

    const releaseWebSockets = await holdWebSockets(mine);
    await mine.page.reload();
    // What is written while the page is away arrives once, and nothing is marked as missing (decision D82).
    await other.ownText.pressSequentially('hi ');
    await expect(interruption(mine)).toContainText('Reconnecting…');
    if (role === 'caller') await expect(mine.ownText).toHaveValue('one ');
    else await expect(mine.incomingText).toContainText('one');
    releaseWebSockets();
    await flows(mine, other);
    expect(await askedDevices(mine.page)).toEqual([{ audio: true, video: true }]);
    await expect(microphoneOf(mine)).toHaveAttribute('aria-pressed', 'false');
    await microphoneOf(mine).click();
    for (const someone of [alice, bobby]) await seesAndHears(someone);
    await tells(alice, bobby, 'two ');
    await tells(bobby, alice, 'yes ');
    await expect(mine.incomingText).toContainText('hi');
    for (const someone of [alice, bobby]) await expect(someone.incomingText).not.toContainText('\uFFFD');
    expect(await seenStatus(other)).toEqual(['ACCEPTED']);
    expect(await seenStatus(third)).toEqual(['CANCELED_REMOTE']);

    await mine.hangUp();
    await other.hasStatus('TERMINATED_REMOTE');
    await hasOneEntry(alice, server.url, 'Outgoing');
    await hasOneEntry(bobby, server.url, 'Incoming, answered');
    await server.dispose();
  });

test('D81 both pages are loaded anew at the same time: it is one call, and nothing rings', {
  tag: '@long',
}, async ({ reachable }) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await tells(alice, bobby, 'one ');
  await Promise.all([alice, bobby].map(({ page }) => page.reload()));
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await flows(alice, bobby);
  for (const someone of [alice, bobby]) await seesAndHears(someone);
  await tells(alice, bobby, 'two ');
  await tells(bobby, alice, 'yes ');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

/** Several pages in a row have time to load, also on a busy machine: who takes the call up is shown here, not the limit. */
const PATIENCE = { interruptionLimit: 120 };

/** Where a page that takes the call up is loaded anew: the message that it sends or gets then, and whether that passes. */
const windows = [
  ['before its connection is open', undefined, false],
  ['before it registers', /^REGISTER /, false],
  ['between REGISTER and INVITE', /^INVITE /, false],
  ['while its INVITE is being answered', /^INVITE /, true],
  ['when the answer to its INVITE is lost', /^SIP\/2\.0 200 [^]*\r\nCSeq: \d+ INVITE\r\n/, false],
  ['right after its ACK', /^ACK /, true],
] as const;

/**
 * Loads the page anew, and resolves when the new page sends or gets a message that `at` describes.
 * @param at undefined = it opens a connection
 * @param passes whether the message passes
 */
async function reloadUntil({ page }: Person, at: RegExp | undefined, passes: boolean): Promise<void> {
  let isDue = false;
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await page.routeWebSocket(/\/sip$/, (socket) => {
    if (isDue) {
      socket.connectToServer();
      return;
    }
    if (at === undefined) {
      isDue = true;
      reach();
      return;
    }
    const server = socket.connectToServer();
    const pass = (to: { send(message: string | Buffer): void }) => (message: string | Buffer) => {
      const isIt = !isDue && at.test(message.toString());
      isDue ||= isIt;
      // After the message nothing passes, in either direction: the page is gone for its peer.
      if (!isDue || (isIt && passes)) to.send(message);
      if (isIt) reach();
    };
    socket.onMessage(pass(server));
    server.onMessage(pass(socket));
  });
  await page.reload({ waitUntil: 'commit' });
  await reached;
}

for (const role of ['caller', 'callee'] as const)
  for (const [when, at, passes] of windows)
    test(`D81 the page of the ${role} that is loaded anew again ${when} leaves the call to the next one`, {
      tag: '@long',
    }, async ({ reachable }) => {
      const server = await startKeepingServer(PATIENCE);
      const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
      await alice.dial('bobby');
      await bobby.answer();
      for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
      await tells(alice, bobby, 'one ');
      const [mine, other] = role === 'caller' ? [alice, bobby] : [bobby, alice];
      await reloadUntil(mine, at, passes);
      await mine.page.reload();
      for (const someone of [mine, other])
        await expect(interruption(someone)).toHaveCount(0, { timeout: 60_000 });
      await flows(mine, other);
      for (const someone of [mine, other]) await seesAndHears(someone);
      await tells(mine, other, 'two ');
      await tells(other, mine, 'yes ');
      await other.hangUp();
      await mine.hasStatus('TERMINATED_REMOTE');
      await server.dispose();
    });

test('D81 a page that is loaded anew while it loads the code to take the call up leaves it to the next one', {
  tag: '@long',
}, async ({ reachable }) => {
  const server = await startKeepingServer(PATIENCE);
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await tells(alice, bobby, 'one ');
  // Two pages in a row ask for the code and go; only the third one gets it.
  const code = /\/main-reload-[^/]+\.js/;
  let isHeld = true;
  await alice.page.route(code, (route) => (isHeld ? undefined : route.continue()));
  for (let reloads = 0; reloads < 2; reloads += 1) {
    const asked = alice.page.waitForRequest(code);
    await alice.page.reload();
    await asked;
  }
  isHeld = false;
  await alice.page.reload();
  await flows(alice, bobby);
  await tells(alice, bobby, 'two ');
  await tells(bobby, alice, 'yes ');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

test('D81 the user hangs up while the page still reconnects, and the other person reads that the call has ended', {
  tag: '@long',
}, async ({ reachable }) => {
  const server = await startKeepingServer();
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await alice.page.reload({ waitUntil: 'commit' });
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await server.dispose();
});

test('D81 an end that cannot replace a call does not ring: the call has ended, and its text can be read', async ({
  reachable,
}) => {
  const server = await startKeepingServer();
  const [alice] = await reachable(['alice'], server.url);
  await alice.dial('echo');
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('is it kept');
  await expect(alice.incomingText).toContainText('is it kept');
  await alice.page.reload();
  await alice.hasStatus('FAILED');
  await expect(alice.page.getByText('The connection was lost, and the call has ended.')).toBeVisible();
  await expect(alice.page.getByRole('main')).toContainText('is it kept');
  await server.dispose();
});
