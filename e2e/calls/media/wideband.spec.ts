import type { Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import { expect, test } from '../../support/journey.ts';
import { createFakeMicrophone } from '../../support/page/fake-microphone.ts';

/**
 * The frequency of the tone: above the band of a telephone (3 400 Hz) and above what EN 301 549 6.1 requires
 * (7 000 Hz).
 */
const TONE_HZ = 10_000;
const microphone = createFakeMicrophone(TONE_HZ);
const executablePath = findChromium() ?? '';
test.use({ launchOptions: { executablePath, args: [...chromiumFlags, microphone.flag] } });
test.afterAll(() => microphone.remove());

/**
 * The highest levels that the page receives within two seconds, in dBFS: around the tone, and from 300 to
 * 7000 Hz.
 */
async function listen(page: Page, toneHz: number) {
  return page.evaluate(async (tone) => {
    const track = window.witness
      .peers()
      .filter((peer) => peer.connectionState === 'connected')
      .flatMap((peer) => peer.getReceivers().map((receiver) => receiver.track))
      .find(({ kind }) => kind === 'audio');
    if (track === undefined) throw new Error('the page receives no audio');
    const context = new AudioContext({ sampleRate: 48_000 });
    const analyser = context.createAnalyser();
    analyser.fftSize = 4096;
    analyser.smoothingTimeConstant = 0;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const bins = new Float32Array(analyser.frequencyBinCount);
    const width = context.sampleRate / analyser.fftSize;
    const loudest = (from: number, to: number): number =>
      Math.max(...bins.slice(Math.floor(from / width), Math.ceil(to / width)));
    const heard = { tone: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
    const until = performance.now() + 2000;
    while (performance.now() < until) {
      analyser.getFloatFrequencyData(bins);
      heard.tone = Math.max(heard.tone, loudest(tone - 200, tone + 200));
      heard.below = Math.max(heard.below, loudest(300, 7000));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await context.close();
    return heard;
  }, toneHz);
}

test('EN 301 549 6.1 A11 a tone of 10 000 Hz is heard at the other end, and neither offer nor answer limits the bandwidth', async ({
  reachable,
  faults,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await expect
    .poll(async () => (await listen(bobby.page, TONE_HZ)).tone, { timeout: 30_000 })
    .toBeGreaterThan(-50);
  const { tone, below } = await listen(bobby.page, TONE_HZ);
  expect(tone).toBeGreaterThan(below);

  const bodies = (await faults.wire()).map(({ text }) => text).filter((text) => /^m=audio /m.test(text));
  expect(bodies.length).toBeGreaterThanOrEqual(2);
  for (const body of bodies) {
    const audio = /^m=audio [\s\S]*?(?=^m=|$(?![\s\S]))/m.exec(body)?.[0] ?? '';
    expect(audio).toMatch(/^a=rtpmap:\d+ opus\/48000\/2\r$/m);
    expect(audio).not.toMatch(/maxplaybackrate|sprop-maxcapturerate|maxaveragebitrate|^b=/m);
  }
});
