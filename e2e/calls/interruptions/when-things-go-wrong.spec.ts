import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { changeBrand } from '../../support/server/change-brand.ts';

test('CALLSCR-09 DIAL-10 DIAL-15 LOGIN-08 STATE-21 A-056 A-104 D63 a wrong password, unknown numbers, a name that may be a number, and a user who is offline', async ({
  faults,
  person,
}) => {
  const alice = await person('alice');

  await test.step('LOGIN-08 a wrong password is reported, and the page keeps what was typed', async () => {
    await alice.logIn('not-the-password');
    await expect(
      alice.page.getByText('Sorry, your username or password is incorrect. Please try again.'),
    ).toBeVisible();
    await expect(alice.page.getByLabel('Username')).toHaveValue('alice');
    await alice.logIn();
    await expect(alice.page.getByLabel('Number or name')).toBeVisible();
  });

  await test.step('DIAL-10 DIAL-15 A-104 text that may be a name is called as typed, then as the number that it may be', async () => {
    await alice.dial('12-34.5');
    await alice.hasStatus('UNKNOWN_NUMBER');
    await expect(alice.page.getByText('The number 12345 is unknown.')).toBeVisible();
    const invites = (await faults.wire()).flatMap(({ direction, text }) =>
      direction === 'in' ? (/^INVITE (\S+) /.exec(text)?.[1] ?? []) : [],
    );
    expect([...new Set(invites)]).toEqual(['sip:12-34.5@demo.example', 'sip:12345@demo.example']);
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('STATE-21 CALLSCR-09 D63 an unknown number has its own screen, and an address of another service has other words', async () => {
    await alice.dial('nobody');
    await alice.hasStatus('UNKNOWN_NUMBER');
    await expect(alice.page.getByText('The number nobody is unknown.')).toBeVisible();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await alice.dial('bobby@another.example');
    await alice.hasStatus('UNKNOWN_NUMBER');
    await expect(alice.page.getByText(/^bobby@another\.example was not found\./)).toBeVisible();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('A-056 a known user who is offline is not reachable', async () => {
    await alice.dial('carol');
    await alice.hasStatus('REJECTED_REMOTE');
    await expect(alice.page.getByText('Carol Demo is not reachable.')).toBeVisible();
  });
});

test('STATE-06 A-057 D34 bug 2 without a second call a user in a call is busy for a third user, whose call is missed, and the call goes on', async ({
  person,
}) => {
  const [alice, bobby, carol] = [await person('alice'), await person('bobby'), await person('carol')];
  await changeBrand(bobby.page, ({ features }) => ({ features: { ...features, secondCall: false } }));
  await bobby.page.reload();
  for (const someone of [alice, bobby, carol]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await carol.dial('bobby');
  await carol.hasStatus('REJECTED_REMOTE');
  await expect(carol.page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();
  await bobby.hasStatus('ACCEPTED');
  // Decision D34: bobby sees a notice during the call, and afterwards the missed call.
  await expect(bobby.page.getByText('Missed call from Carol Demo')).toBeVisible();
  await bobby.hangUp();
  await bobby.hasStatus('COMPLETED');
  await bobby.page.getByRole('link', { name: 'History 1 missed' }).click();
  const calls = bobby.page.getByRole('main').getByRole('listitem');
  await expect(calls.filter({ hasText: 'carol' }).first()).toContainText('Missed');
});

type Refusal = { readonly kinds: 'all' | 'video'; readonly error: string };

/** From the next load on, the devices refuse as `refuse` has said last; before, everything is denied. */
const refuseDevices = ({ page }: Person) =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const refusal: Refusal = { kinds: 'all', error: 'NotAllowedError' };
    Object.assign(window, { refusal });
    mediaDevices.getUserMedia = (constraints) =>
      refusal.kinds === 'all' || constraints?.video
        ? Promise.reject(new DOMException('refused', refusal.error))
        : open(constraints);
  });

const refuse = ({ page }: Person, refusal: Refusal): Promise<void> =>
  page.evaluate((wanted) => void Object.assign(Reflect.get(window, 'refusal'), wanted), refusal);

test('MEDIA-04 MEDIA-08 MEDIA-10 MEDIA-11 INCALL-26 D32 D33 bug 1 with camera or microphone denied, missing or in use the page says what to do, and calls go on with the rest', async ({
  person,
}) => {
  const bobby = await person('bobby');
  await bobby.isReachable();
  const alice = await person('alice');
  const { page } = alice;
  await refuseDevices(alice);
  await page.reload();
  await alice.logIn();
  const denied =
    'Permission to use the camera and microphone is needed. Allow it, or turn the audio or video setting off.';
  const hangUp = async (): Promise<void> => {
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  };

  await test.step('MEDIA-10 MEDIA-11 D32 with both denied the page says what to do, and the call goes on with text', async () => {
    await expect(page.getByText(denied)).toBeHidden();
    await alice.dial('bobby');
    await expect(page.getByText(denied)).toBeVisible();
    await alice.hasStatus('CALLING');
    await bobby.hasStatus(undefined);
    await page.getByRole('button', { name: 'Go on with text' }).click();
    await expect(bobby.page.getByText('Text call')).toBeVisible();
    await bobby.answer();
    await alice.ownText.pressSequentially('here I am');
    await expect(bobby.incomingText).toHaveText('here I am');
    await hangUp();
  });

  await test.step('D32 D33 a call given up because they were denied is made with text from the alert', async () => {
    await alice.dial('bobby');
    await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Permission to use the camera' });
    await alert.getByRole('button', { name: 'Call with text' }).click();
    await expect(bobby.page.getByText('Text call')).toBeVisible();
    await bobby.answer();
    await alice.ownText.pressSequentially('here I am');
    await expect(bobby.incomingText).toHaveText('here I am');
    await hangUp();
  });

  await test.step('MEDIA-04 a call works without a camera, with sound and text', async () => {
    await refuse(alice, { kinds: 'video', error: 'NotFoundError' });
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await alice.ownText.pressSequentially('no picture today');
    await expect(bobby.incomingText).toHaveText('no picture today');
    await hangUp();
  });

  await test.step('MEDIA-04 MEDIA-08 INCALL-26 D33 a call while another program uses the camera has sound, and the page says so', async () => {
    await refuse(alice, { kinds: 'video', error: 'NotReadableError' });
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await expect(page.getByRole('alert')).toContainText('in use by another program');
    // The camera can be tried again (D33).
    await expect(page.getByRole('button', { name: 'Own camera' })).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByRole('button', { name: 'Microphone' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('figure', { name: 'Your video' })).toContainText('Your camera is off');
    await expect(bobby.page.getByRole('img', { name: 'Sound from Alice Demo' })).toBeVisible();
    await hangUp();
  });

  await test.step('D32 bug 1 a computer without camera and microphone calls and is called, by text', async () => {
    await refuse(alice, { kinds: 'all', error: 'NotFoundError' });
    const isMissing = async () => {
      for (const what of ['no camera', 'no microphone'])
        await expect(bobby.page.locator('main header')).toContainText(`Alice Demo has ${what} in this call`);
    };
    await alice.dial('bobby');
    await bobby.answer();
    await isMissing();
    await alice.ownText.pressSequentially('no devices here');
    await expect(bobby.incomingText).toHaveText('no devices here');
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    await bobby.hasStatus('COMPLETED');
    await bobby.dial('alice');
    await alice.answer();
    await isMissing();
    await alice.ownText.pressSequentially('still here');
    await expect(bobby.incomingText).toHaveText('still here');
  });
});
