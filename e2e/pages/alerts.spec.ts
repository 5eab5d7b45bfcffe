import { expect, test } from '../support/journey.ts';
import { chooseInAccount } from '../support/page/account-menu.ts';
import {
  aliceIsCalling,
  clickNotification,
  notificationsOf,
  recordNotifications,
  setHidden,
} from '../support/page/hidden-page.ts';
import type { Person } from '../support/page/person.ts';
import { type BrandFile, changeBrand } from '../support/server/change-brand.ts';

const brandFile = '**/branding/brand.json*';

/** From now on this browser has a changed brand.json. */
async function takeBrand({ page }: Person, change: (brand: BrandFile) => object): Promise<void> {
  await changeBrand(page, change);
  await page.reload();
}

const icon = ({ page }: Person) => page.locator('link[rel~=icon]').getAttribute('href');

/** The animation of the frame of the ringing screen. */
const flashOf = ({ page }: Person) =>
  page.getByRole('alertdialog').evaluate((dialog) => {
    const { animationName, animationDuration, borderTopColor, opacity } = getComputedStyle(
      dialog,
      '::before',
    );
    return {
      isMoving: animationName !== 'none',
      seconds: Number.parseFloat(animationDuration),
      borderTopColor,
      opacity,
    };
  });

test('NOTIF-01 NOTIF-02 NOTIF-03 NOTIF-04 NOTIF-06 NAV-16 D18 a call rings in another tab, the click on its notification answers it', async ({
  person,
  faults,
}) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  await recordNotifications(bobby.page);
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  const plainIcon = await icon(bobby);
  await setHidden(bobby.page, true);

  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  await expect(bobby.page).toHaveTitle('🔔 Alice Demo is calling');
  await expect.poll(() => icon(bobby)).toMatch(/^data:image\/png/);
  await expect.poll(async () => (await notificationsOf(bobby.page)).length).toBe(1);
  expect(await notificationsOf(bobby.page)).toMatchObject([
    {
      title: expect.stringMatching(aliceIsCalling),
      options: {
        body: 'Click here to answer',
        requireInteraction: true,
        vibrate: [200, 100, 200, 100, 200, 100, 400],
      },
      isOpen: true,
    },
  ]);

  // Decision D18: the frame flashes more slowly than 2 Hz and not in red; with reduced motion it is steady.
  await bobby.page.emulateMedia({ reducedMotion: 'no-preference' });
  const flash = await flashOf(bobby);
  expect(flash).toMatchObject({ isMoving: true, borderTopColor: 'rgb(255, 255, 255)' });
  expect(flash.seconds).toBeGreaterThanOrEqual(0.5);
  await bobby.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await flashOf(bobby)).toMatchObject({ isMoving: false, opacity: '1' });

  const [notification] = await notificationsOf(bobby.page);
  await clickNotification(bobby.page, notification?.title ?? '');
  await bobby.hasStatus('ACCEPTED');
  await alice.hasStatus('ACCEPTED');
  const answers = (await faults.wire()).filter(
    ({ text }) => text.startsWith('SIP/2.0 200') && /^CSeq: \d+ INVITE/m.test(text),
  );
  expect(answers.map(({ direction }) => direction)).toContain('in');
  expect((await notificationsOf(bobby.page)).map(({ isOpen }) => isOpen)).toEqual([false]);
  // In a call the title names the remote user.
  const inCall = 'Alice Demo - Samtal';
  await expect(bobby.page).toHaveTitle(inCall);
  await expect.poll(() => icon(bobby)).toContain(plainIcon ?? 'an icon');

  await alice.ownText.pressSequentially('hej');
  await expect(bobby.page).toHaveTitle(`🔔 ${inCall}`);
  await setHidden(bobby.page, false);
  await expect(bobby.page).toHaveTitle(inCall);
});

test('ROUTE-08 LOG-01 A-038 LOGIN-02 the debug view exists where the brand has it, and shows all that debug mode has logged', async ({
  person,
}) => {
  const alice = await person('alice');
  await takeBrand(alice, ({ features }) => ({
    features: { ...features, debugLog: true, debugDebug: true },
  }));
  await alice.page.getByRole('checkbox', { name: 'Debug mode' }).check();
  await alice.isReachable();
  await chooseInAccount(alice.page, 'Debug log');
  await expect(alice.page.getByRole('tab')).toHaveText(['Log', 'Debug']);
  await expect(alice.page.getByLabel('Show from level')).toHaveValue('1');
  await expect(alice.page.getByRole('row', { name: /registration.*registered/ }).first()).toBeVisible();
  await alice.page.getByRole('tab', { name: 'Debug' }).click();
  await expect(alice.page.getByRole('row', { name: 'registration "idle"' })).toBeVisible();
  const downloading = alice.page.waitForEvent('download');
  await alice.page.getByRole('button', { name: 'Download the report' }).click();
  const report = await (await downloading).createReadStream();
  const text = (await report.toArray()).join('');
  expect(text).toContain('version: 8.2.3-1');
  expect(text).not.toContain('demo1234');

  await alice.page.unroute(brandFile);
  await alice.page.goto(new URL('/log', alice.page.url()).href);
  await expect(alice.page).not.toHaveURL(/\/log$/);
});

test('BROWSER-02 BROWSER-05 the login page of a browser that cannot make calls says so, and what to do', async ({
  person,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.1 Mobile/15E148 Safari/604.1';
  const alice = await person('alice', { userAgent });
  await expect(alice.page.getByRole('alert')).toContainText('Please update to 15.2 or later.');
  await expect(alice.page.getByLabel('Username')).toBeHidden();
  const bobby = await person('bobby', { userAgent: 'SomethingElse/1.0' });
  await expect(bobby.page.getByRole('alert')).toContainText('This browser is not supported.');
  await bobby.page.goto(new URL('/oneclickcall?token=x', bobby.page.url()).href);
  await expect(bobby.page.getByRole('alert')).toContainText('This browser is not supported.');
  expect(new URL(bobby.page.url()).search).toBe('?token=x');
});

test('LOGIN-03 LOGIN-11 without WebRTC there is no automatic login, and a kiosk link says why it cannot call', async ({
  person,
}) => {
  const alice = await person('alice');
  await alice.page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await alice.logIn();
  await expect(alice.page.getByLabel('Number or name')).toBeVisible();
  const second = await alice.page.context().newPage();
  await second.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await second.goto(new URL('/', alice.page.url()).href);
  const words = second.getByText('Your browser does not support WebRTC, so calls are not possible.');
  await expect(words).toBeVisible();
  await expect(second.getByLabel('Username')).toBeVisible();
  await second.goto(new URL('/oneclickcall?token=x', alice.page.url()).href);
  await expect(words).toBeVisible();
  await expect(second.getByLabel('Username')).toBeHidden();
});

test('APPDL-01 APPDL-03 APPDL-04 APPDL-05 APPDL-06 a phone shows the offer of the app in the language of the page, until the user closes it for good', async ({
  person,
}) => {
  const alice = await person('alice', {
    locale: 'sv',
    userAgent:
      'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  });
  const badge = alice.page.getByRole('link', { name: 'Google Play' });
  await expect(alice.page.locator('input[name="username"]')).toBeVisible();
  await expect(badge).toBeHidden();
  const appDownload = { enabled: true, googlePlay: 'https://play.example/app' };
  await takeBrand(alice, () => ({ appDownload }));
  await expect(badge).toHaveAttribute('href', 'https://play.example/app');
  const picture = badge.getByRole('img');
  await expect(picture).toHaveAttribute('src', '/store-badges/google-play-sv.svg');
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(184);
  await alice.page.getByRole('button', { name: 'Stäng', exact: true }).click();
  await expect(badge).toBeHidden();
  await alice.page.reload();
  await alice.page.getByRole('button', { name: 'Visa inte igen' }).click();
  await alice.page.reload();
  await expect(alice.page.locator('input[name="username"]')).toBeVisible();
  await expect(badge).toBeHidden();
});
