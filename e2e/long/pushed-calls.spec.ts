import { expect, test } from '@playwright/test';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../apps/server/src/web-push/testing/push-service.ts';
import { findPageChromium, slowCamera } from '../../tools/chromium.mjs';
import {
  type AwayDevice,
  openAwayDevice,
  WAYS_AWAY,
  type WayAway,
} from '../browsers/chromium-push/away-device.ts';
import { startChromium } from '../browsers/drivers/chromium.ts';
import type { DrivenPage, Driver } from '../browsers/drivers/driver.ts';
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
import { addCaller, type ServerData } from '../support/server/admin-tool.ts';
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

/** Hands the pushes of the server to the device, as its push service does, in their order. */
function createDelivery(subscribed: TestBrowser, device: AwayDevice) {
  let delivered = 0;
  return {
    /** Waits for the next push; resolves to when it came, in milliseconds since the epoch. */
    async came(): Promise<number> {
      const count = () => subscribed.received().length;
      await expect.poll(count, { message: 'pushes', intervals: [20] }).toBe(delivered + 1);
      return subscribed.received()[delivered]?.at ?? Number.NaN;
    },
    /** Resolves when the device shows what was pushed. */
    async deliver(): Promise<void> {
      delivered += 1;
      await device.deliver(subscribed.pushed()[delivered - 1]);
    },
    /** Delivers the push before the last one again, as a push service may. */
    async repeat(): Promise<void> {
      await device.deliver(subscribed.pushed()[delivered - 2]);
    },
  };
}

/** What all calls share. */
type Scene = {
  readonly url: string;
  readonly device: AwayDevice;
  readonly delivery: ReturnType<typeof createDelivery>;
};

/** A caller, and the name that the device shows. */
type Caller = { readonly page: DrivenPage; readonly name: string };

type Ending = (scene: Scene, caller: Caller, way: WayAway) => Promise<void>;

const ENDINGS = {
  /** By the button of the notification, and then with sound, video and text in both directions. */
  async answered({ url, device }, { page: alice }, way) {
    const opened = await device.press('answer');
    expect(opened).toEqual([`${way === 'frozen' ? 'focus' : 'open'} ${url}/`]);
    const bobby = await device.show();
    for (const page of [alice, bobby]) await hasStatus(page, 'ACCEPTED');
    for (const page of [alice, bobby]) await seesAndHears(page);
    await writes(alice, bobby);
    await writes(bobby, alice);
    expect(await device.notifications()).toEqual([]);
    await hangUp(alice, bobby);
  },
  /** By the button of the notification, without a page. */
  async rejected({ device }, { page }) {
    expect(await device.press('reject')).toEqual([]);
    await shows(page, words('Bobby Demo could not answer for the moment.'));
    expect(await device.notifications()).toEqual([]);
    await page.click(button('Cancel'));
  },
  /** By the caller: the notification that rings goes, and the push of the call that comes again does not bring it back. */
  async 'given up'({ device, delivery }, { page, name }) {
    await page.click(button('Cancel'));
    await delivery.came();
    await delivery.deliver();
    const missed = [{ title: `Missed call from ${name}` }];
    expect(await device.notifications()).toMatchObject(missed);
    await delivery.repeat();
    expect(await device.notifications()).toMatchObject(missed);
    await device.dismiss();
  },
} satisfies Record<string, Ending>;

/** Each way to be away meets each of these. */
const ENDINGS_IN_TURN = ['answered', 'answered', 'rejected', 'answered', 'given up'] as const;

/** Resolves when the page shows these words, to the time in milliseconds since the epoch; runs in the page. */
async function whenShown(text: string): Promise<number> {
  while (!document.body.innerText.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  return Date.now();
}

/** What one call has shown, in milliseconds after its push. */
type Rung = {
  readonly way: WayAway;
  readonly ending: keyof typeof ENDINGS;
  readonly notifiedMs: number;
  readonly ringingMs: number;
};

/** Calls bobby, whose page is away; the notification of his device rings. */
async function ring({ device, delivery }: Scene, { page, name }: Caller) {
  await page.fill(field('Number or name'), 'bobby');
  await page.click(callButton);
  const pushedAt = await delivery.came();
  const ringing = page.evaluate(whenShown, 'Ringing');
  await delivery.deliver();
  const notifiedMs = Date.now() - pushedAt;
  expect(await device.notifications()).toMatchObject([{ title: `${name} is calling` }]);
  return { notifiedMs, ringingMs: (await ringing) - pushedAt };
}

/** The page of the device is in front, and can be called; its user leaves it after that. */
async function comeBack({ device }: Scene): Promise<void> {
  const bobby = await device.show();
  await shows(bobby, field('Number or name'));
  await isReachable(bobby);
}

/** Makes the calls in turn; resolves to what they have shown. */
async function callInTurn(scene: Scene, data: ServerData, callers: Driver): Promise<readonly Rung[]> {
  const { url, device } = scene;
  const rung: Rung[] = [];
  let caller: Caller | undefined;
  for (let made = 0; made < CALLS; made += 1) {
    if (caller === undefined || made % IN_A_ROW === 0) {
      await caller?.page.close();
      const user = `caller${made / IN_A_ROW}`;
      caller = { page: await callers.open(user), name: `${user} Caller` };
      await logIn(caller.page, url, user, { password: await addCaller(data, user) });
      await isReachable(caller.page);
    }
    const way = WAYS_AWAY[made % WAYS_AWAY.length] ?? 'closed';
    const ending = ENDINGS_IN_TURN[made % ENDINGS_IN_TURN.length] ?? 'answered';
    await comeBack(scene);
    await device.leave(way);
    const times = await ring(scene, caller);
    await ENDINGS[ending](scene, caller, way);
    rung.push({ way, ending, ...times });
    say(`${made + 1}: ${way}, notified ${times.notifiedMs} ms, ringing ${times.ringingMs} ms, ${ending}`);
  }
  await comeBack(scene);
  await caller?.page.close();
  return rung;
}

const medianAndMost = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} | ${sorted.at(-1)}`;
};

function row(name: string, rung: readonly Rung[]): string {
  const answered = rung.filter(({ ending }) => ending === 'answered').length;
  const notified = medianAndMost(rung.map(({ notifiedMs }) => notifiedMs));
  const ringing = medianAndMost(rung.map(({ ringingMs }) => ringingMs));
  return `| ${name} | ${rung.length} | ${answered} | ${notified} | ${ringing} |`;
}

/** Prints how long the calls took from their pushes, in milliseconds. */
function report(rung: readonly Rung[]): void {
  say('| Page | Rung | Answered | Notified, median | longest | Caller reads “Ringing”, median | longest |');
  for (const way of WAYS_AWAY)
    say(
      row(
        way,
        rung.filter((each) => each.way === way),
      ),
    );
  say(row('all', rung));
}

async function callAwayDevice(
  service: TestPushService,
  { url, data }: Stage,
  callers: Driver,
): Promise<void> {
  const subscribed = service.subscribe();
  const device = await openAwayDevice(url, subscribed);
  try {
    const bobby = await device.show();
    await logIn(bobby, url, 'bobby', { isStaying: true });
    await isReachable(bobby);
    await wantsRinging(bobby);
    await bobby.goTo(url);
    const scene = { url, device, delivery: createDelivery(subscribed, device) };
    const rung = await callInTurn(scene, data, callers);
    report(rung);
    const isLate = ({ notifiedMs, ringingMs }: Rung) => !(Math.max(notifiedMs, ringingMs) <= MOST_MS);
    expect(rung.filter(isLate)).toEqual([]);
    expect(device.errors()).toEqual([]);
  } finally {
    await device.close();
  }
}

for (const [engine, start] of Object.entries(ENGINES))
  test(`D78 over ${engine}, ${CALLS} calls to a page that is frozen, discarded or closed ring within 3 s of their push; answered ones have sound, video and text`, async ({}, info) => {
    if (engine === 'Kamailio') skipWithoutKamailio(info.skip.bind(info));
    test.setTimeout(120_000 + CALLS * 45_000);
    const service = await startPushService();
    const stage = await start(service.origin);
    const callers = await startChromium(findPageChromium() ?? '', slowCamera(10));
    try {
      await callAwayDevice(service, stage, callers);
    } finally {
      await callers.close();
      await stage.end();
      await service.close();
    }
  });
