/**
 * Measures how long a user waits for a call: from the click on Call to the first video frame at both ends,
 * with a callee who answers immediately; and how long an INVITE waits for ICE when STUN cannot be reached
 * (SIP-08). For comparison it measures the time to the first frame over two bare peer connections, the
 * minimum of the browser.
 *
 *   npm run bench:call
 */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Person } from '../e2e/support/page/person.ts';
import { changeBrand } from '../e2e/support/server/change-brand.ts';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { chromiumFlags, findChromium } from '../tools/chromium.mjs';

const CALLS = 10;
const PICTURE_LIMIT_MS = 600;
const INVITE_LIMIT_MS = 1200;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const say = (text: string): void => console.log(text);

/**
 * Records, on the clock of all pages, when media was acquired, INVITE was sent, and the first remote frame
 * was shown.
 */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    const note = (name: string) => (times[name] ??= Date.now());
    document.addEventListener(
      'loadeddata',
      ({ target }) => {
        if (!(target instanceof HTMLVideoElement) || target.muted) return;
        target.requestVideoFrameCallback(() => note('picture'));
      },
      true,
    );
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      times['media'] = Date.now();
      return stream;
    };
    const { prototype } = WebSocket;
    prototype.send = new Proxy(prototype.send, {
      apply(send, self: WebSocket, args: [string]) {
        if (args[0].startsWith('INVITE ')) note('invite');
        send.apply(self, args);
      },
    });
    new MutationObserver(() => {
      const answer = [...document.querySelectorAll('button')].find(
        (button) => button.textContent?.trim() === 'Answer',
      );
      if (answer !== undefined && document.documentElement.dataset['answers'] === 'yes') answer.click();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
}

const reset = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { times } = window as unknown as { times: Record<string, number> };
    for (const name of Object.keys(times)) delete times[name];
  });
const timeOf = async (page: Page, name: string): Promise<number> => {
  const handle = await page.waitForFunction(
    (key) => (window as unknown as { times: Record<string, number> }).times[key],
    name,
    { polling: 20 },
  );
  return (await handle.jsonValue()) ?? Number.NaN;
};

/** Time to the first frame over two bare peer connections in one page, in milliseconds. */
function bareWebRtc(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const started = performance.now();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
    const [one, two] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.onicecandidate = ({ candidate }) => void two.addIceCandidate(candidate ?? undefined);
    two.onicecandidate = ({ candidate }) => void one.addIceCandidate(candidate ?? undefined);
    const video = document.createElement('video');
    video.muted = true;
    two.ontrack = ({ streams }) => (video.srcObject = streams[0] ?? null);
    for (const track of stream.getTracks()) one.addTrack(track, stream);
    await one.setLocalDescription();
    await two.setRemoteDescription(one.localDescription ?? { type: 'offer' });
    await two.setLocalDescription();
    await one.setRemoteDescription(two.localDescription ?? { type: 'answer' });
    void video.play();
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const took = performance.now() - started;
    one.close();
    two.close();
    for (const track of stream.getTracks()) track.stop();
    return took;
  });
}

async function enter(browser: Browser, url: string, name: string): Promise<Person> {
  const person = await Person.at(browser, url, name);
  await watch(person.page);
  await person.isReachable();
  return person;
}

async function measurePicture(browser: Browser, url: string): Promise<void> {
  const [alice, bobby] = [await enter(browser, url, 'alice'), await enter(browser, url, 'bobby')];
  await bobby.page.evaluate(() => (document.documentElement.dataset['answers'] = 'yes'));
  const bare: number[] = [];
  const waits: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    bare.push(await bareWebRtc(alice.page));
    await reset(alice.page);
    await reset(bobby.page);
    await alice.page.getByLabel('Number or name').fill('bobby');
    const clicked = await alice.callButton.evaluate((button: HTMLElement) => {
      const now = Date.now();
      button.click();
      return now;
    });
    const pictures = await Promise.all([timeOf(alice.page, 'picture'), timeOf(bobby.page, 'picture')]);
    waits.push(Math.max(...pictures) - clicked);
    await alice.hangUp();
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await alice.hasStatus('COMPLETED');
  }
  say(
    `click to picture at both ends, ${CALLS} calls: median ${Math.round(median(waits))} ms, all ${waits.map(Math.round).join(' ')}`,
  );
  say(
    `  limit ${PICTURE_LIMIT_MS} ms; two bare peer connections in one page: median ${Math.round(median(bare))} ms`,
  );
  await alice.leave();
  await bobby.leave();
}

async function measureSilentStun(browser: Browser, url: string): Promise<void> {
  const silence = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silence, 'listening');
  const alice = await Person.at(browser, url, 'alice');
  await changeBrand(alice.page, ({ sip }) => ({ sip: { ...sip, stunPort: silence.address().port } }));
  await watch(alice.page);
  await alice.isReachable();
  const waits: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    await reset(alice.page);
    await alice.dial('carol');
    const invited = await timeOf(alice.page, 'invite');
    const media = await alice.page.evaluate(
      () => (window as unknown as { times: Record<string, number> }).times['media'],
    );
    waits.push(invited - (media ?? invited));
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  }
  say(
    `media to INVITE with a STUN server that never answers: worst ${Math.max(...waits)} ms, median ${median(waits)} ms; limit ${INVITE_LIMIT_MS} ms`,
  );
  await alice.leave();
  silence.close();
}

await buildWeb();
const server = await startSamtalServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] });
try {
  await measurePicture(browser, server.url);
  await measureSilentStun(browser, server.url);
} finally {
  await browser.close();
  await server.dispose();
}
