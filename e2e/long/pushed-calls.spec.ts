import { expect, test } from '@playwright/test';
import { startPushService, type TestBrowser } from '../../apps/server/src/web-push/testing/push-service.ts';
import { findPageChromium } from '../../tools/chromium.mjs';
import { openAwayDevice, WAYS_AWAY } from '../browsers/chromium-push/away-device.ts';
import { startChromium } from '../browsers/drivers/chromium.ts';
import type { DrivenPage } from '../browsers/drivers/driver.ts';
import { button, callButton, field, words } from '../browsers/elements.ts';
import {
  hangUp,
  hasStatus,
  isReachable,
  logIn,
  seesAndHears,
  shows,
  wantsRinging,
  writes,
} from '../browsers/steps.ts';
import { skipWithoutKamailio, startSamtalWithKamailio } from '../support/kamailio/samtal-with-kamailio.ts';
import { adminTool, type ServerData } from '../support/server/admin-tool.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

const CALLS = Number(process.env['PUSHED_CALLS'] ?? 40);
/** The server pushes this many calls of one caller to one callee in a row. */
const IN_A_ROW = 5;
/** From the push to the notification, and to the caller who reads that it rings (D78). */
const MOST_MS = 3000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A started server, whose pushes reach a push service of the test. */
type Stage = { readonly url: string; readonly data: ServerData; end(): Promise<unknown> };

const ENGINES: Readonly<Record<string, (pushService: string) => Promise<Stage>>> = {
  async 'the embedded SIP server'(pushService) {
    const { url, dataDir, dispose } = await startSamtalServer({ PUSH_SERVICES: pushService });
    return { url, data: { dataDir }, end: dispose };
  },
  Kamailio: (pushService) => startSamtalWithKamailio({ pushService }),
};

/** The calls that were pushed to a browser, and when each push came. */
const callsPushedTo = (browser: TestBrowser) =>
  browser
    .pushed()
    .map((pushed, index) => ({ pushed, at: browser.received()[index]?.at }))
    .filter(({ pushed: { type } }) => type === 'call');

/** Adds an account; resolves to its password. */
async function addCaller(data: ServerData, name: string): Promise<string> {
  const added = await adminTool(data, 'add', name, '--firstname', name, '--lastname', 'Caller');
  return /^Password: (.+)$/m.exec(added)?.[1] ?? '';
}

/** Resolves when the page shows these words, to the time in milliseconds since the epoch; runs in the page. */
async function whenShown(text: string): Promise<number> {
  while (!document.body.innerText.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  return Date.now();
}

/** What one call has shown, in milliseconds after its push. */
type Rung = { readonly way: string; readonly notifiedMs: number; readonly ringingMs: number };

function row(name: string, rung: readonly Rung[]): string {
  const most = (times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    return `${sorted[Math.floor(sorted.length / 2)]} | ${sorted.at(-1)}`;
  };
  const notified = most(rung.map(({ notifiedMs }) => notifiedMs));
  return `| ${name} | ${rung.length} | ${notified} | ${most(rung.map(({ ringingMs }) => ringingMs))} |`;
}

for (const [engine, start] of Object.entries(ENGINES))
  test(`D78 over ${engine}, ${CALLS} calls to a page that is frozen or closed ring within 3 s of their push; answered ones have sound, video and text`, async ({}, info) => {
    if (engine === 'Kamailio') skipWithoutKamailio(info.skip.bind(info));
    test.setTimeout(120_000 + CALLS * 45_000);
    const service = await startPushService();
    const stage = await start(service.origin);
    const callers = await startChromium(findPageChromium() ?? '');
    const subscribed: TestBrowser = service.subscribe();
    const device = await openAwayDevice(stage.url, subscribed);
    try {
      const first = await device.show();
      await logIn(first, stage.url, 'bobby', { isStaying: true });
      await isReachable(first);
      await wantsRinging(first);
      await first.goTo(stage.url);

      const rung: Rung[] = [];
      let caller: DrivenPage | undefined;
      for (let made = 0; made < CALLS; made += 1) {
        const name = `caller${Math.floor(made / IN_A_ROW)}`;
        if (made % IN_A_ROW === 0) {
          await caller?.close();
          caller = await callers.open(name);
          await logIn(caller, stage.url, name, { password: await addCaller(stage.data, name) });
          await isReachable(caller);
        }
        const alice = caller as DrivenPage;
        const way = WAYS_AWAY[made % WAYS_AWAY.length] ?? 'closed';
        await isReachable(await device.show());
        await device.leave(way);

        const before = callsPushedTo(subscribed).length;
        await alice.fill(field('Number or name'), 'bobby');
        await alice.click(callButton);
        await expect
          .poll(() => callsPushedTo(subscribed).length, { message: `push of call ${made}`, intervals: [20] })
          .toBe(before + 1);
        const call = callsPushedTo(subscribed)[before];
        const pushedAt = call?.at ?? Number.NaN;
        const ringing = alice.evaluate(whenShown, 'Ringing');
        await device.deliver(call?.pushed);
        const notifiedMs = Date.now() - pushedAt;
        expect(await device.notifications()).toMatchObject([{ title: `${name} Caller is calling` }]);
        const ringingMs = (await ringing) - pushedAt;
        rung.push({ way, notifiedMs, ringingMs });

        const isAnswered = Math.floor(made / WAYS_AWAY.length) % 2 === 0;
        say(
          `${made + 1}: ${way}, notified ${notifiedMs} ms, ringing ${ringingMs} ms, ${isAnswered ? 'answered' : 'rejected'}`,
        );
        const opened = await device.press(isAnswered ? 'answer' : 'reject');
        if (!isAnswered) {
          expect(opened).toEqual([]);
          await shows(alice, words('Bobby Demo could not answer for the moment.'));
          await alice.click(button('Cancel'));
          continue;
        }
        expect(opened).toEqual([`${way === 'frozen' ? 'focus' : 'open'} ${stage.url}/`]);
        const bobby = await device.show();
        for (const page of [alice, bobby]) await hasStatus(page, 'ACCEPTED');
        for (const page of [alice, bobby]) await seesAndHears(page);
        await writes(alice, bobby);
        await writes(bobby, alice);
        await hangUp(alice, bobby);
      }
      for (const line of [
        '| Page | Calls | Notified, median | longest | Caller reads “Ringing”, median | longest |',
        ...WAYS_AWAY.map((way) =>
          row(
            way,
            rung.filter((each) => each.way === way),
          ),
        ),
        row('all', rung),
      ])
        say(line);
      expect(rung).toHaveLength(CALLS);
      expect(
        rung.filter(({ notifiedMs, ringingMs }) => !(Math.max(notifiedMs, ringingMs) <= MOST_MS)),
      ).toEqual([]);
      expect(device.errors()).toEqual([]);
    } finally {
      await device.close();
      await callers.close();
      await stage.end();
      await service.close();
    }
  });
