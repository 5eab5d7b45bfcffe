import { expect, test } from '../../support/journey.ts';
import { changeBrand } from '../../support/server/change-brand.ts';

test('LOGIN-08 a wrong password is reported, and the page keeps what was typed', async ({ person }) => {
  const alice = await person('alice');
  await alice.logIn('not-the-password');
  await expect(
    alice.page.getByText('Sorry, your username or password is incorrect. Please try again.'),
  ).toBeVisible();
  await expect(alice.page.getByLabel('Username')).toHaveValue('alice');
  await alice.logIn();
  await expect(alice.page.getByLabel('Number or name')).toBeVisible();
});

test('LOGIN-09 a login without a server says that there is no contact', async ({ mortalServer, person }) => {
  const alice = await person('alice', {}, mortalServer.url);
  await expect(alice.page.locator('#root:not([data-brand])')).toBeAttached();
  await mortalServer.stop();
  await alice.logIn();
  await expect(alice.page.getByText('No contact with server')).toBeVisible();
});

test('STATE-21 CALLSCR-09 D63 an unknown number has its own screen, and an address of another service has other words', async ({
  person,
}) => {
  const alice = await person('alice');
  await alice.isReachable();
  await alice.dial('nobody');
  await alice.hasStatus('UNKNOWN_NUMBER');
  await expect(alice.page.getByText('The number nobody is unknown.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await alice.dial('bobby@another.example');
  await alice.hasStatus('UNKNOWN_NUMBER');
  await expect(alice.page.getByText(/^bobby@another\.example was not found\./)).toBeVisible();
});

test('A-056 a known user who is offline is not reachable', async ({ person }) => {
  const alice = await person('alice');
  await alice.isReachable();
  await alice.dial('carol');
  await alice.hasStatus('REJECTED_REMOTE');
  await expect(alice.page.getByText('Carol Demo is not reachable.')).toBeVisible();
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

test('STATE-12 STATE-15 CALLSCR-07 declining ends the ringing and tells the caller, who can call again', async ({
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await bobby.hasStatus('COMPLETED');
  await alice.hasStatus('REJECTED_REMOTE');
  await expect(alice.page.getByText('Bobby Demo could not answer for the moment.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Call again' }).click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
});

test('STATE-11 STATE-16 a cancelled call stops ringing at the other end', async ({ reachable }) => {
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await alice.hasStatus('COMPLETED');
  await expect(bobby.page.getByRole('alertdialog')).toBeHidden();
});

test('MEDIA-04 a call works without a camera, with sound and text', async ({ person }) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  await alice.page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) =>
      constraints?.video ? Promise.reject(new DOMException('no camera', 'NotFoundError')) : real(constraints);
  });
  await alice.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('no picture today');
  await expect(bobby.incomingText).toHaveText('no picture today');
});

test('MEDIA-10 MEDIA-11 D32 with camera and microphone denied the page says what to do, and the call goes on with text', async ({
  person,
}) => {
  const bobby = await person('bobby');
  await bobby.isReachable();
  const alice = await person('alice');
  await alice.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await alice.page.reload();
  await alice.logIn();
  await expect(
    alice.page.getByText(
      'Permission to use the camera and microphone is needed. Allow it, or turn the audio or video setting off.',
    ),
  ).toBeHidden();
  await alice.dial('bobby');
  await expect(
    alice.page.getByText(
      'Permission to use the camera and microphone is needed. Allow it, or turn the audio or video setting off.',
    ),
  ).toBeVisible();
  await alice.hasStatus('CALLING');
  await bobby.hasStatus(undefined);
  await alice.page.getByRole('button', { name: 'Go on with text' }).click();
  await expect(bobby.page.getByText('Text call')).toBeVisible();
  await bobby.answer();
  await alice.ownText.pressSequentially('here I am');
  await expect(bobby.incomingText).toHaveText('here I am');
});

test('D32 D33 a call given up because camera and microphone were refused is made with text from the alert', async ({
  person,
}) => {
  const bobby = await person('bobby');
  await bobby.isReachable();
  const alice = await person('alice');
  await alice.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await alice.page.reload();
  await alice.logIn();
  await alice.dial('bobby');
  await alice.page.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
  const alert = alice.page.getByRole('alert').filter({ hasText: 'Permission to use the camera' });
  await alert.getByRole('button', { name: 'Call with text' }).click();
  await expect(bobby.page.getByText('Text call')).toBeVisible();
  await bobby.answer();
  await alice.ownText.pressSequentially('here I am');
  await expect(bobby.incomingText).toHaveText('here I am');
});

test('D32 bug 1 a computer without camera and microphone calls and is called, by text', async ({
  person,
}) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  await alice.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await alice.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  const missing = 'Alice Demo has no camera and no microphone, or they are off.';
  await alice.dial('bobby');
  await bobby.answer();
  await expect(bobby.page.getByText(missing)).toBeVisible();
  await alice.ownText.pressSequentially('no devices here');
  await expect(bobby.incomingText).toHaveText('no devices here');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await bobby.hasStatus('COMPLETED');
  await bobby.dial('alice');
  await alice.answer();
  await expect(bobby.page.getByText(missing)).toBeVisible();
  await alice.ownText.pressSequentially('still here');
  await expect(bobby.incomingText).toHaveText('still here');
});

test('REG-03 REG-14 NAV-15 a server that stops during a call ends the call, and users can call again when it is back', async ({
  endingServer,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], endingServer.url);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await endingServer.kill();
  for (const someone of [alice, bobby]) {
    await expect(someone.page.getByText('The connection was lost, and the call has ended.')).toBeVisible();
    await expect(someone.page.getByText('Reconnecting…')).toBeVisible();
    await someone.page.getByRole('button', { name: 'Cancel' }).click();
    await someone.hasStatus('COMPLETED');
  }
  await endingServer.restart();
  for (const someone of [alice, bobby]) {
    await someone.page.getByLabel('Number or name').fill('x');
    await expect(someone.callButton).toBeEnabled({ timeout: 20_000 });
  }
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
});

test('DIAL-14 NAV-15 the dial screen shows the specified sentence as soon as the contact with the server is lost', async ({
  mortalServer,
  person,
}) => {
  const alice = await person('alice', {}, mortalServer.url);
  await alice.isReachable();
  await mortalServer.kill();
  await expect(alice.page.getByText('Reconnecting…')).toBeVisible();
  await expect(
    alice.page.getByText('You cannot make calls when you are not in contact with the server.'),
  ).toBeVisible();
  await expect(alice.callButton).toBeDisabled();
});

test('DIAL-10 DIAL-15 A-104 text that may be a name is called as typed, then as the number that it may be', async ({
  faults,
  person,
}) => {
  const alice = await person('alice');
  await alice.isReachable();
  await alice.dial('12-34.5');
  await alice.hasStatus('UNKNOWN_NUMBER');
  await expect(alice.page.getByText('The number 12345 is unknown.')).toBeVisible();
  const invites = (await faults.wire()).flatMap(({ direction, text }) =>
    direction === 'in' ? (/^INVITE (\S+) /.exec(text)?.[1] ?? []) : [],
  );
  expect([...new Set(invites)]).toEqual(['sip:12-34.5@demo.example', 'sip:12345@demo.example']);
});
