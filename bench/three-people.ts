/**
 * Measures whether a call of three people shows moving pictures as well as the browser can: the frames that three pages show
 * in a call of three, beside those of three pages with bare peer connections, with as many streams of the same camera, of the
 * same size and rate, in the same run.
 *
 *   npm run bench:three
 */

import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { cameraConstraintsFor } from '../apps/web/src/platform/media/camera-constraints.ts';
import { Person } from '../e2e/support/page/person.ts';
import { startKeepingServer } from '../e2e/support/server/continuity-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const ROUNDS = 5;
const MEASURED_MS = 10_000;
/** Encoders begin with few pixels until they know the network. */
const SETTLING_MS = 5000;
const LEAST = 0.8;

const say = (text: string): void => console.log(text);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Frames of other users that the page has shown; the own video is muted. */
const framesOn = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter(({ muted, videoWidth }) => !muted && videoWidth > 0)
      .map((video) => video.getVideoPlaybackQuality())
      .reduce(
        (sum, { totalVideoFrames, droppedVideoFrames }) => sum + totalVideoFrames - droppedVideoFrames,
        0,
      ),
  );

/** Frames a second that all pages show together. */
async function measure(pages: readonly Page[]): Promise<number> {
  const count = async (): Promise<number> =>
    (await Promise.all(pages.map(framesOn))).reduce((sum, frames) => sum + frames, 0);
  await pause(SETTLING_MS);
  const began = performance.now();
  const before = await count();
  await pause(MEASURED_MS);
  return ((await count()) - before) / ((performance.now() - began) / 1000);
}

const press = ({ page }: Person, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A call of three with sound, video and text, as the shipped brand makes it. */
async function measureCall([alice, bobby, carol]: readonly [Person, Person, Person]): Promise<number> {
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) await someone.hasStatus('ACCEPTED');
  await press(alice, 'More');
  await press(alice, 'Invite a person');
  await alice.page.getByLabel('Who should come into the call?').fill('carol');
  await alice.page.keyboard.press('Enter');
  await carol.answer();
  await press(bobby, 'Let them join');
  await carol.page.getByRole('region', { name: 'Bobby Demo', exact: true }).waitFor();
  const pages = [alice, bobby, carol].map(({ page }) => page);
  const rate = await measure(pages);
  await alice.hangUp();
  await bobby.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
  for (const { page } of [alice, bobby, carol]) await page.reload();
  for (const someone of [alice, bobby, carol]) await someone.callButton.waitFor();
  return rate;
}

type Bare = { readonly connections: RTCPeerConnection[]; readonly stream: MediaStream };

/** Opens camera and microphone, and shows the own video small, in a page without Samtal. */
async function openBare(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await page.goto(`${url}/branding/brand.json`);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await page.evaluate(async (video) => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video });
    document.body.innerHTML = '<video id="own" autoplay muted style="width:200px"></video>';
    const own = document.querySelector('video');
    if (own !== null) own.srcObject = stream;
    Object.assign(window, { bare: { connections: [], stream } satisfies Bare });
  }, cameraConstraintsFor(cores));
  return page;
}

/** One end of a bare connection: makes the offer, or the answer to one. */
const describe = (page: Page, offer?: string): Promise<string> =>
  page.evaluate(async (remote) => {
    const { bare } = window as unknown as { bare: Bare };
    const connection = new RTCPeerConnection();
    bare.connections.push(connection);
    connection.ontrack = ({ streams: [stream], track }) => {
      if (track.kind !== 'video') return;
      const video = document.createElement('video');
      video.autoplay = true;
      video.style.width = '45%';
      video.srcObject = stream ?? null;
      document.body.append(video);
    };
    if (remote !== undefined) await connection.setRemoteDescription({ type: 'offer', sdp: remote });
    for (const track of bare.stream.getTracks()) connection.addTrack(track.clone(), bare.stream);
    await connection.setLocalDescription();
    while (connection.iceGatheringState !== 'complete')
      await new Promise((resolve) =>
        connection.addEventListener('icegatheringstatechange', resolve, { once: true }),
      );
    return connection.localDescription?.sdp ?? '';
  }, offer);

async function measureBare(browser: Browser, url: string): Promise<number> {
  const pages = await Promise.all([1, 2, 3].map(() => openBare(browser, url)));
  for (const [index, page] of pages.entries())
    for (const other of pages.slice(index + 1)) {
      const answer = await describe(other, await describe(page));
      await page.evaluate(async (sdp) => {
        const { bare } = window as unknown as { bare: Bare };
        await bare.connections.at(-1)?.setRemoteDescription({ type: 'answer', sdp });
      }, answer);
    }
  const rate = await measure(pages);
  for (const page of pages) await page.context().close();
  return rate;
}

await buildWeb();
const server = await startKeepingServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  const enter = async (name: string): Promise<Person> => {
    const someone = await Person.at(browser, server.url, name);
    await someone.isReachable();
    return someone;
  };
  const people = [await enter('alice'), await enter('bobby'), await enter('carol')] as const;
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rates = { call: 0, bare: 0 };
    // What else the machine does changes in a round, so each comes first in turn.
    for (const which of round % 2 === 0 ? (['bare', 'call'] as const) : (['call', 'bare'] as const))
      rates[which] = which === 'call' ? await measureCall(people) : await measureBare(browser, server.url);
    ratios.push(rates.call / rates.bare);
    say(
      `round ${round}: call of three ${rates.call.toFixed(1)} frames a second on three pages, bare connections ${rates.bare.toFixed(1)}; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const median = ratios.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  say(
    `call of three shows ${median.toFixed(2)} of the frames of bare connections (median of ${ROUNDS} rounds); at least ${LEAST} are wanted`,
  );
  for (const someone of people) await someone.leave();
} finally {
  await browser.close();
  await server.dispose();
}
