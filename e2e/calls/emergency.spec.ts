import { expect, test } from '../support/journey.ts';
import { allow, keepAsking } from '../support/page/permission-prompt.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { adminTool } from '../support/server/admin-tool.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';
import { testingMode } from '../support/server/testing-mode.ts';

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Bobby takes the emergency calls of Carol, whose sound and video are off in other calls. */
async function prepare({ dataDir, url }: SamtalServer): Promise<void> {
  await adminTool(
    dataDir,
    'settings',
    'carol',
    'GEO_EMERGENCY_NUMBERS=bobby',
    'GEO_EMERGENCY_TEST_NUMBER=echo',
  );
  const carol = await signIn(url, 'carol');
  for (const key of ['WEB_AUDIO', 'WEB_VIDEO']) await carol.set(key, 'false');
}

/** What the server has sent on to Bobby. */
async function sentToBobby(url: string, method: 'INVITE' | 'INFO'): Promise<string[]> {
  const log = await testingMode(url).wire();
  return log
    .filter(({ direction, text }) => direction === 'out' && text.startsWith(`${method} sip:`))
    .map(({ text }) => text)
    .filter((text) => /^From:.*carol@/im.test(text) && /^To:.*bobby@/im.test(text));
}

const hears = ({ page }: Person) =>
  expect.poll(async () => (await receivedMedia(page)).audioEnergy, { timeout: 15_000 }).toBeGreaterThan(0);
const sees = ({ page }: Person) =>
  expect.poll(async () => (await receivedMedia(page)).framesDecoded, { timeout: 15_000 }).toBeGreaterThan(5);

test('D89 D31 the button calls with video, sound, text, position and address; the call back rings through everything; without devices the call goes on by text', async ({
  person,
  mortalServer,
}) => {
  const { url } = mortalServer;
  await prepare(mortalServer);
  const bobby = await person('bobby', {}, url);
  await bobby.isReachable();
  const carol = await person(
    'carol',
    {
      geolocation: { latitude: 59.3293, longitude: 18.0686, accuracy: 12 },
      permissions: ['camera', 'microphone', 'geolocation'],
    },
    url,
  );
  await carol.isReachable();

  await test.step('D89 the button calls with video, sound, text, position and address; the call back rings through everything', async () => {
    await carol.page.goto(`${url}/settings/emergency`);
    await carol.page.getByLabel('Street').fill('شارع <&"> 😀');
    await carol.page.getByLabel('House number').fill('12 B');
    await carol.page.getByLabel('Country').selectOption({ label: 'Sweden' });
    await button(carol, 'Save').click();
    await expect(carol.page.getByText('Your settings have been saved.')).toBeVisible();

    await button(carol, 'Emergency: bobby').click();
    await expect(carol.page.getByRole('alertdialog')).toContainText('شارع <&"> 😀 12 B');
    await carol.hasStatus(undefined);
    await button(carol, 'Call bobby').click();
    await bobby.hasStatus('INCOMING_CALL');
    await bobby.answer();
    await carol.hasStatus('ACCEPTED');
    await Promise.all([sees(bobby), hears(bobby), sees(carol)]);
    await carol.ownText.pressSequentially('help me');
    await expect(bobby.incomingText).toHaveText('help me');
    await expect.poll(() => sentToBobby(url, 'INFO')).not.toEqual([]);
    const [[invite = ''], [info = '']] = [await sentToBobby(url, 'INVITE'), await sentToBobby(url, 'INFO')];
    for (const message of [invite, info]) {
      expect(message).toContain('<gml:pos>59.3293 18.0686</gml:pos>');
      expect(message).toContain('<ca:country>SE</ca:country><ca:RD>شارع &lt;&amp;&quot;&gt; 😀</ca:RD>');
      expect(message).toContain('<ca:HNO>12</ca:HNO><ca:HNS>B</ca:HNS>');
    }
    expect(invite).toMatch(/^Content-Type: multipart\/mixed/im);
    const parsed = await bobby.page.evaluate(
      (xml) =>
        new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
      info.slice(info.indexOf('<?xml')),
    );
    expect(parsed).toBeUndefined();
    await carol.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');

    await (await signIn(url, 'carol')).set('WEB_DO_NOT_DISTURB', 'on');
    await expect(carol.page.getByText('Do not disturb is on', { exact: false })).toBeVisible();
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.dial('carol');
    await carol.hasStatus('INCOMING_CALL');
    await expect(carol.page.getByRole('alertdialog')).toContainText('a number can be forged');
    await expect
      .poll(() => carol.page.evaluate(() => document.querySelector<HTMLAudioElement>('dialog audio')?.paused))
      .toBe(false);
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await carol.hasStatus('CANCELED_REMOTE');
  });

  await test.step('D89 D31 where the user does not answer the question about camera and microphone, the call goes on by text, and a late answer opens nothing', async () => {
    await carol.page.goto(url);
    await carol.page.getByLabel('Number or name').fill('x');
    await expect(carol.callButton).toBeEnabled();
    await keepAsking(carol);
    await button(carol, 'Emergency: bobby').click();
    await button(carol, 'Call bobby').click();
    await expect(carol.page.getByText('Allow the camera and microphone to continue.')).toBeVisible();
    // Ten seconds, and the time of the call to the other end.
    await expect(bobby.page.locator('html')).toHaveAttribute('data-call-status', 'INCOMING_CALL', {
      timeout: 20_000,
    });
    await expect(carol.page.getByText('The call goes on by text', { exact: false })).toBeVisible();
    await bobby.answer();
    await carol.hasStatus('ACCEPTED');
    await carol.ownText.pressSequentially('fire');
    await expect(bobby.incomingText).toHaveText('fire');
    await allow(carol);
    await expect
      .poll(() => carol.page.evaluate(() => window.witness.tracks().map(({ readyState }) => readyState)))
      .toEqual(['ended', 'ended']);
  });
});

test('D89 D19 a silent call without a position is mute, carries the address alone, and a test call carries neither', {
  tag: '@long',
}, async ({ person, mortalServer }) => {
  const { url } = mortalServer;
  await prepare(mortalServer);
  await (await signIn(url, 'carol')).set('WEB_EMERGENCY_ADDRESS', 'Storgatan\n1\n\nStockholm\nSE\n');
  const bobby = await person('bobby', {}, url);
  await bobby.isReachable();
  const carol = await person('carol', { viewport: { width: 360, height: 640 } }, url);
  // The browser never answers where the device is.
  await carol.page.addInitScript(() => {
    Geolocation.prototype.watchPosition = () => 1;
  });
  await carol.page.reload();
  await carol.isReachable();
  await button(carol, 'Emergency: bobby').click();
  await button(carol, 'Test call').click();
  await carol.hasStatus('ACCEPTED');
  await expect(carol.page.getByText('This is a test call. No emergency service is called.')).toBeVisible();
  await carol.hangUp();
  await carol.hasStatus('COMPLETED');
  await expect(carol.page.getByText('This is a test call.')).toBeHidden();
  const wire = async () => (await testingMode(url).wire()).map(({ text }) => text);
  expect((await wire()).filter((text) => text.includes('pidf'))).toEqual([]);

  await button(carol, 'Emergency: bobby').click();
  await carol.page.getByRole('radio', { name: 'Without sound' }).click();
  await button(carol, 'Call bobby').click();
  await bobby.hasStatus('INCOMING_CALL');
  const [invite = ''] = await sentToBobby(url, 'INVITE');
  expect(invite).toContain('<ca:RD>Storgatan</ca:RD>');
  expect(invite).not.toContain('<gml:');
  await bobby.answer();
  await carol.hasStatus('ACCEPTED');
  await sees(bobby);
  await expect.poll(async () => (await receivedMedia(bobby.page)).audioPackets).toBeGreaterThan(20);
  // A decoder adds noise to silence, too low to be heard.
  expect((await receivedMedia(bobby.page)).audioEnergy).toBeLessThan(1e-6);
  const heard = await carol.page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMediaElement>('audio, video')].filter(
        ({ muted, paused, srcObject }) => !muted && !paused && srcObject !== null,
      ).length,
  );
  expect(heard).toBe(0);
  await bobby.ownText.pressSequentially('nod if you can read');
  await expect(carol.incomingText).toHaveText('nod if you can read');
});
