import { expect, test } from '../support/faults/cut-calls/cut-calls-test.ts';
import { launchOwnBrowser } from '../support/faults/cut-calls/own-browser.ts';
import { createOwnNetwork } from '../support/faults/cut-calls/own-network.ts';
import { createRandom } from '../support/faults/cut-calls/random.ts';
import { readRecordedText, watchToken } from '../support/faults/cut-calls/recorded-text.ts';
import { interruptionsNamed } from '../support/faults/interruptions.ts';
import { flows, seesAndHearsAgain, summaryOf, tells } from '../support/faults/kept-calls.ts';
import { countTimers, pendingTimers } from '../support/page/pending-timers.ts';
import { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { listenersAlive, peersRemembered, stillOpen } from '../support/page/witness.ts';
import { adminTool } from '../support/server/admin-tool.ts';
import { startKeepingServer } from '../support/server/continuity-server.ts';
import { testingMode } from '../support/server/testing-mode.ts';

const TIMES = Number(process.env['KEPT_TIMES'] ?? 50);
const RELOADS = Number(process.env['KEPT_RELOADS'] ?? 20);
const SEED = Number(process.env['KEPT_SEED'] ?? Date.now() % 1_000_000);
/** Name of the only interruption that is tried; undefined = all are. */
const ONLY = process.env['KEPT_ONLY'];

/** From the begin of one interruption to that of the next: fifty of them are half an hour. */
const EVERY_MS = 36_000;
/** How long it may take at most until video and sound are back, from when the network is back. */
const BACK_MS = 3000;
const BACK_AFTER_RELOAD_MS = 4000;
const RESTART_MS = 10_000;
/** An answered INVITE is kept for 64·T1 = 32 s (RFC 6026). */
const SIP_MEMORY_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The user's text on the screen. A very long line is drawn in parts, so the lines as they are drawn do not count. */
async function ownTextOf({ page, ownText }: Person): Promise<string> {
  const sent = await page.locator('[data-author=own] [data-words]').allTextContents();
  return sent.join('') + (await ownText.inputValue());
}

const textReadBy = async ({ page }: Person): Promise<string> =>
  (await page.locator('[data-author=other] [data-words]').allTextContents()).join('');

/** What a page has while no call is on. `remembered` are closed peer connections, counted after a garbage collection. */
const leftIn = async ({ page }: Person) => ({
  ...(await stillOpen(page)),
  listeners: await listenersAlive(page),
  remembered: await peersRemembered(page),
  timers: await pendingTimers(page),
});

type Left = Awaited<ReturnType<typeof leftIn>>;

/** What a page has once it refers to no peer connection of an earlier call; SIP keeps an INVITE for some time. */
async function leftAfterCall(person: Person): Promise<Left> {
  await expect
    .poll(async () => (await leftIn(person)).remembered, { timeout: SIP_MEMORY_MS, intervals: [1000] })
    .toBe(0);
  return leftIn(person);
}

async function callAndAnswer(caller: Person, callee: Person): Promise<void> {
  await caller.dial(callee.name);
  await callee.answer();
  await flows(caller, callee);
}

async function hangUp(mine: Person, other: Person): Promise<void> {
  await mine.hangUp();
  await other.hasStatus('TERMINATED_REMOTE');
  await mine.hasStatus('COMPLETED');
  await other.page.getByRole('button', { name: 'Cancel' }).click();
  for (const { callButton } of [mine, other]) await expect(callButton).toBeVisible();
}

for (const wire of ['data-channel', 'message'] as const)
  test(`D80 D82 a call lives through ${TIMES} interruptions of 1 to 20 s, with text by ${wire}: the video is back within 3 s, and each character is read and recorded once`, async ({
    closing,
  }) => {
    const network = createOwnNetwork();
    // Interruptions need a network of the tests' own, which only root on Linux can make.
    test.skip(network === undefined, 'no network namespace can be made here');
    if (network === undefined) return;
    test.setTimeout(240_000 + TIMES * 60_000);
    closing.add(network.remove);
    say(`KEPT_SEED=${SEED} KEPT_TIMES=${TIMES}`);
    const random = createRandom(SEED);
    const server = await startKeepingServer({ wires: [wire], env: { HOST: network.address } });
    closing.add(server.dispose);
    const counters = () => testingMode(server.url).counters();
    const open = async (name: string, program?: string) => {
      const own = await launchOwnBrowser({ trustedOrigin: server.url, program });
      closing.add(own.kill);
      const person = await Person.at(own.browser, server.url, name);
      await countTimers(person.page);
      await person.page.reload();
      const token = watchToken(person.page);
      await person.isReachable();
      return { person, token };
    };
    const both = [await open('alice'), await open('bobby', network.program)] as const;
    const [alice, bobby] = [both[0].person, both[1].person];
    const [caller, callee] = random.chance(50) ? [alice, bobby] : [bobby, alice];
    say(`${caller.name} calls ${callee.name}`);

    // The first call loads code and fills caches.
    await callAndAnswer(caller, callee);
    await tells(alice, bobby, 'hej');
    // Playwright adds listeners of its own to a page when a test first reads text in this way.
    expect(await textReadBy(bobby)).toBe(await ownTextOf(alice));
    expect(await textReadBy(alice)).toBe(await ownTextOf(bobby));
    await hangUp(bobby, alice);
    const before = new Map<Person, Left>();
    for (const person of [alice, bobby]) before.set(person, await leftAfterCall(person));
    // They include those of the server agents.
    const { flows: flowsBefore, bindings: bindingsBefore } = await counters();

    const began = Date.now();
    await callAndAnswer(caller, callee);
    for (const person of [alice, bobby]) expect(await seesAndHearsAgain(person)).not.toBeNaN();
    const typed = new Map<Person, string>([
      [alice, ''],
      [bobby, ''],
    ]);
    const waits: number[] = [];
    for (let time = 1; time <= TIMES; time++) {
      const next = performance.now() + EVERY_MS;
      const { name, begin, end } = random.pick(interruptionsNamed(ONLY));
      const seconds = random.between(1, 20);
      const typing = Promise.all(
        [alice, bobby].map(async (person) => {
          const words = `${time} ${person.name} skrev: ${name} 👩‍👧 é, ${seconds} s. `;
          const delay = ((seconds + 2) * 1000) / words.length;
          await person.ownText.pressSequentially(`${words}x`, { delay });
          await person.ownText.press('Backspace');
          typed.set(person, (typed.get(person) ?? '') + words);
        }),
      );
      await alice.page.waitForTimeout(1000);
      begin?.(network);
      await alice.page.waitForTimeout(seconds * 1000);
      end(network);
      const restored = Date.now();
      const back = await Promise.all([alice, bobby].map(seesAndHearsAgain));
      await flows(alice, bobby);
      const flowing = Date.now() - restored;
      const [seenByAlice, seenByBobby] = back.map((at) => at - restored);
      waits.push(...back.map((at) => at - restored));
      say(
        `${time}: ${seconds} s ${name}, video back after ${seenByAlice} and ${seenByBobby} ms, flows after ${flowing} ms`,
      );
      await typing;
      expect(await counters()).toMatchObject({ dialogs: 1 });
      for (const { page } of [alice, bobby]) expect(await stillOpen(page)).toMatchObject({ peers: 1 });
      await alice.page.waitForTimeout(Math.max(0, next - performance.now()));
    }
    say(`video back: ${summaryOf(waits)}`);

    for (const [writer, reader] of [
      [alice, bobby],
      [bobby, alice],
    ] as const) {
      const end = `slut från ${writer.name}.`;
      await writer.ownText.pressSequentially(end);
      const words = (typed.get(writer) ?? '') + end;
      typed.set(writer, words);
      await expect.poll(() => textReadBy(reader), { timeout: 30_000 }).toBe(words);
      expect(await ownTextOf(writer)).toBe(words);
      await expect(writer.page.getByText(/May not have arrived|Not delivered yet/)).toHaveCount(0);
    }
    await hangUp(bobby, alice);
    for (const { person, token } of both) {
      const other = person === alice ? bobby : alice;
      await expect
        .poll(() => readRecordedText(server.url, token(), began))
        .toEqual({ sent: typed.get(person), received: typed.get(other), doubtful: '' });
      // The dial page shows the camera, in both cases.
      const had = before.get(person);
      await expect
        .poll(
          async () => {
            const now = await leftIn(person);
            return (Object.keys(now) as (keyof Left)[]).filter((what) => now[what] > (had?.[what] ?? 0));
          },
          { timeout: SIP_MEMORY_MS, intervals: [1000] },
        )
        .toEqual([]);
      expect(person.uncaught).toEqual([]);
    }
    await expect.poll(counters, { timeout: SIP_MEMORY_MS, intervals: [1000] }).toMatchObject({
      flows: flowsBefore,
      bindings: bindingsBefore,
      dialogs: 0,
      clientTransactions: 0,
      serverTransactions: 0,
    });
    expect(waits.filter((wait) => !(wait <= BACK_MS))).toEqual([]);
  });

test(`D81 a call lives through ${RELOADS} reloads of either page: the video is back within 4 s`, async ({
  closing,
  browser,
}) => {
  test.setTimeout(120_000 + RELOADS * 20_000);
  const server = await startKeepingServer();
  closing.add(server.dispose);
  const open = async (name: string): Promise<Person> => {
    const person = await Person.at(browser, server.url, name);
    closing.add(() => person.leave());
    await person.isReachable();
    return person;
  };
  const [alice, bobby] = [await open('alice'), await open('bobby')];
  await callAndAnswer(alice, bobby);
  const waits: number[] = [];
  for (let time = 1; time <= RELOADS; time++) {
    const mine = time % 2 === 1 ? alice : bobby;
    const other = mine === alice ? bobby : alice;
    const began = Date.now();
    const seen = mine.page.reload({ waitUntil: 'commit' }).then(() => seesAndHearsAgain(mine));
    const back = Math.max(await seen, await seesAndHearsAgain(other)) - began;
    waits.push(back);
    say(`${time}: ${mine.name} sees and is seen ${back} ms after the begin of the reload`);
    await flows(alice, bobby);
    await tells(alice, bobby, `${time} `);
    expect(await testingMode(server.url).counters()).toMatchObject({ dialogs: 1 });
  }
  say(`after a reload: ${summaryOf(waits)}`);
  await hangUp(bobby, alice);
  await expect
    .poll(() => testingMode(server.url).counters(), { timeout: SIP_MEMORY_MS, intervals: [1000] })
    .toMatchObject({ dialogs: 0, clientTransactions: 0, serverTransactions: 0 });
  expect(waits.filter((wait) => !(wait <= BACK_AFTER_RELOAD_MS))).toEqual([]);
});

test('D80 five calls live through a server that is killed', async ({ closing, browser }) => {
  test.setTimeout(600_000);
  const server = await startKeepingServer();
  closing.add(server.dispose);
  const open = async (name: string): Promise<Person> => {
    const added = await adminTool(server.dataDir, 'add', name);
    const password = /Password: (\S+)/.exec(added)?.[1] ?? '';
    const { set } = await signIn(server.url, name, password);
    // Ten pages at a time are too much for two processors with sound and video.
    for (const key of ['WEB_VIDEO', 'WEB_AUDIO']) await set(key, 'false');
    const person = await Person.at(browser, server.url, name);
    closing.add(() => person.leave());
    await person.logIn(password);
    await expect(person.callButton).toBeVisible({ timeout: 60_000 });
    return person;
  };
  const pairs: (readonly [Person, Person])[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const [caller, callee] = await Promise.all([open(`caller${number}`), open(`callee${number}`)]);
    await caller.dial(callee.name);
    await callee.answer();
    await flows(caller, callee);
    pairs.push([caller, callee]);
  }
  const killed = performance.now();
  await server.kill();
  await server.restart();
  const began = performance.now();
  say(`the server is back ${Math.round(began - killed)} ms after SIGKILL`);
  // A machine that starts the server more slowly shows nothing: the calls wait for half a minute only.
  expect(began - killed).toBeLessThanOrEqual(RESTART_MS);
  for (const pair of pairs) await flows(...pair);
  say(`five calls flow ${Math.round(performance.now() - began)} ms after the restart`);
  for (const [caller, callee] of pairs) await tells(caller, callee, 'still here.');
  expect((await testingMode(server.url).counters())['dialogs']).toBe(5);
  for (const [caller, callee] of pairs) {
    await callee.hangUp();
    await caller.hasStatus('TERMINATED_REMOTE');
  }
  await expect.poll(async () => (await testingMode(server.url).counters())['dialogs']).toBe(0);
});
