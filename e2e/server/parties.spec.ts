import { chromiumFlags, findChromium } from '../../tools/chromium.mjs';
import { expect, test } from '../support/journey.ts';
import { receivedMedia, stillOpen } from '../support/page/witness.ts';

// By default the fake camera makes 20 frames a second, too few to tell whether 20 come back.
const fakeCamera = '--use-fake-device-for-media-stream';
const args = chromiumFlags.map((flag) => (flag === fakeCamera ? `${flag}=fps=30` : flag));
test.use({ launchOptions: { executablePath: findChromium() ?? '', args } });

test('D28 DTMF-03 SIP-04 STATE-15 echo returns the own video, the own voice and the own text to one user alone; busy and reject refuse every call; ivr says which digits have arrived', async ({
  person,
}) => {
  const alice = await person('alice');
  await alice.isReachable();

  await test.step('D28 echo returns the own video, the own voice and the own text to one user alone', async () => {
    await alice.dial('echo');
    await alice.hasStatus('ACCEPTED');
    await expect(alice.page.getByText('Live text')).toBeVisible();
    await expect(alice.incomingText).toContainText('This is the echo service.');
    await alice.ownText.pressSequentially('Anybody there? 👋🏽', { delay: 20 });
    await expect(alice.incomingText).toContainText('Anybody there? 👋🏽');

    // Counts only after the first frames have been decoded.
    await expect.poll(async () => (await receivedMedia(alice.page)).framesDecoded).toBeGreaterThan(20);
    const before = await receivedMedia(alice.page);
    let last = { frames: before.framesDecoded, at: Date.now() };
    const framesPerSecond = async (): Promise<number> => {
      const { frames, at } = last;
      if (Date.now() - at < 1_900) return 0;
      last = { frames: (await receivedMedia(alice.page)).framesDecoded, at: Date.now() };
      return ((last.frames - frames) * 1000) / (last.at - at);
    };
    // Each measurement takes two seconds; a busy machine may need several.
    await expect.poll(framesPerSecond, { intervals: [2_000], timeout: 30_000 }).toBeGreaterThanOrEqual(20);
    const after = await receivedMedia(alice.page);
    expect(after.audioPackets).toBeGreaterThan(before.audioPackets);
    expect(after.audioEnergy).toBeGreaterThan(before.audioEnergy);

    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await expect.poll(() => stillOpen(alice.page).then(({ peers }) => peers)).toBe(0);
  });

  await test.step('D28 STATE-15 the server agents busy and reject refuse every call', async () => {
    for (const [name, status] of [
      ['busy', 'REJECTED_REMOTE'],
      ['reject', 'REJECTED_REMOTE'],
    ] as const) {
      await alice.dial(name);
      await alice.hasStatus(status);
      await alice.page.getByRole('button', { name: 'Cancel' }).click();
    }
  });

  await test.step('DTMF-03 SIP-04 D28 ivr says which digits have arrived', async () => {
    await alice.dial('ivr');
    await alice.hasStatus('ACCEPTED');
    await expect(alice.incomingText).toContainText('Press digits, and read here which ones arrive.');
    await alice.page.getByRole('button', { name: 'Dialpad' }).click();
    await alice.page.getByRole('button', { name: '5', exact: true }).click();
    await expect(alice.incomingText).toContainText('You pressed 5');
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
  });
});

test('GEO-01 GEO-03 GEO-04 D28 D45 a call to 112 sends the position immediately and every ten seconds', async ({
  person,
  faults,
}) => {
  const place = { latitude: 59.3293, longitude: 18.0686, accuracy: 12 };
  const carol = await person('carol', {
    geolocation: place,
    permissions: ['camera', 'microphone', 'geolocation'],
  });
  await carol.isReachable();
  await carol.dial('112');
  await carol.page.getByRole('button', { name: 'Call 112' }).click();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.incomingText).toContainText('This service cannot help you.');
  await expect(carol.incomingText).toContainText('Position 59.32930, 18.06860 ± 12 m, received ');
  await expect(carol.page.getByText('Your position is sent to: 112')).toBeVisible();
  await carol.page.context().setGeolocation({ ...place, latitude: 59.3303 });
  await expect(carol.incomingText).toContainText('Position 59.33030', { timeout: 15_000 });
  const positions = await faults.positions();
  expect(new Set(positions.map(({ latitude }) => latitude))).toEqual(new Set([59.3293, 59.3303]));
  expect(new Set(positions.map(({ caller }) => caller))).toEqual(new Set(['carol@demo.example']));

  await carol.hangUp();
  await carol.hasStatus('COMPLETED');
  await expect(carol.page.getByText('Your position is sent to:')).toBeHidden();
  const log = (await faults.wire()).filter(({ direction }) => direction === 'in');
  const invite = log.find(({ text }) => text.startsWith('INVITE sip:112@'));
  expect(invite?.text).toMatch(/^Content-Type: multipart\/mixed/im);
  expect(invite?.text).toContain('<gml:pos>59.3293 18.0686</gml:pos>');
  const infos = log.filter(({ text }) => text.startsWith('INFO ') && text.includes('application/pidf+xml'));
  const [first, second, ...more] = infos;
  expect(more).toEqual([]);
  expect(second?.text).toContain('<gml:pos>59.3303 18.0686</gml:pos>');
  // The sender waits ten seconds between the messages; each may be delayed on its way.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(9_000);
});
