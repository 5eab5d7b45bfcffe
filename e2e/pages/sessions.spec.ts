import { expect } from '@playwright/test';
import { isOnCluster, leaveOutOnCluster } from '../support/cluster/on-cluster.ts';
import { test } from '../support/journey.ts';
import { logOut as chooseLogout } from '../support/page/account-menu.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { openApiSession } from '../support/peers/sip-secret.ts';
import { adminTool } from '../support/server/admin-tool.ts';
import { changeBrand } from '../support/server/change-brand.ts';

const BOBBY = 'bobby@demo.example';

/** Logs in and waits until the user can call; resolves to the SIP secret of the page. */
async function secretOf(someone: Person): Promise<string> {
  const login = someone.page.waitForResponse((answer) => answer.url().endsWith('/user/login'));
  await someone.isReachable();
  const { sipPassword } = (await (await login).json()) as { sipPassword: string };
  return sipPassword;
}

async function logOut({ page }: Person): Promise<void> {
  await chooseLogout(page);
  await expect(page.getByLabel('Username')).toBeVisible();
}

test('D48 who logs out in one browser loses its SIP secret and every connection with it; the other browser is called', async ({
  person,
  reachable,
  server,
}) => {
  const [laptop, tablet] = [await person('bobby'), await person('bobby')];
  const [ofLaptop, ofTablet] = [await secretOf(laptop), await secretOf(tablet)];
  expect(ofLaptop).not.toBe(ofTablet);
  const [alice] = await reachable(['alice']);
  const uri = `${server.url.replace('http', 'ws')}/sip`;
  // Another program has the secrets of the pages, and registers before and after the logout.
  const raw = (device: string, secret: string) => openRawPhone(uri, { name: 'bobby', secret, device });
  const [one, two] = [await raw('one', ofLaptop), await raw('two', ofTablet)];
  expect([await one.register(BOBBY), await two.register(BOBBY)]).toEqual([200, 200]);

  await logOut(laptop);
  // Kamailio leaves the connection, and challenges each request with the secret again (D106).
  if (isOnCluster) one.drop();
  else await expect.poll(() => one.closings).toEqual([{ code: 1008, reason: 'session has ended' }]);
  const again = await raw('again', ofLaptop);
  expect(await again.register(BOBBY)).toBe(isOnCluster ? 401 : 403);
  expect(await again.status('MESSAGE', 'alice@demo.example')).toBe(isOnCluster ? 407 : 403);
  expect(two.closings).toEqual([]);
  for (const phone of [again, two]) phone.drop();

  await alice.dial('bobby');
  await tablet.answer();
  for (const someone of [alice, tablet]) await someone.hasStatus('ACCEPTED');
  await tablet.ownText.pressSequentially('still here', { delay: 20 });
  await expect(alice.incomingText).toHaveText('still here');
  await alice.hangUp();
});

test('A-007 D40 D48 a session that the eleventh login ends during a call loses its secret immediately, and is logged out after the call', {
  tag: '@long',
}, async ({ person, reachable, server }) => {
  const oldest = await person('carol');
  const secret = await secretOf(oldest);
  const [alice] = await reachable(['alice']);
  await alice.dial('carol');
  await oldest.answer();
  await alice.hasStatus('ACCEPTED');
  for (let login = 0; login < 10; login += 1) await openApiSession(server.url, 'carol');
  const thief = await openRawPhone(`${server.url.replace('http', 'ws')}/sip`, {
    name: 'carol',
    secret,
    device: 'thief',
  });
  expect(await thief.register('carol@demo.example')).toBe(isOnCluster ? 401 : 403);
  thief.drop();
  await alice.ownText.pressSequentially('still here', { delay: 20 });
  await expect(oldest.incomingText).toHaveText('still here');
  await oldest.hangUp();
  await oldest.hasStatus('TERMINATED_LOCAL');
  await alice.hasStatus('TERMINATED_REMOTE');
  await expect(oldest.page.getByLabel('Username')).toBeVisible();
});

for (const [status, tag] of [
  [401, '@long'],
  [403, '@daily'],
] as const) {
  test(`LOGIN-14 D40 an answer of ${status} in a call logs out after the call has ended and its last screen has been read`, {
    tag,
  }, async ({ person, faults }) => {
    const [alice, bobby, carol] = [await person('alice'), await person('bobby'), await person('carol')];
    await changeBrand(alice.page, ({ features }) => ({ features: { ...features, secondCall: false } }));
    await alice.page.reload();
    for (const someone of [alice, bobby, carol]) await someone.isReachable();
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await faults.answerHttp('history', { status, times: 1 });
    const refused = alice.page.waitForResponse((answer) => answer.status() === status);
    // Carol's call is missed during the call with bobby, and recorded immediately. Carol records nothing, so that the
    // one refusal is for alice.
    await carol.page.route(/\/history/, (route) => route.abort());
    await carol.dial('alice');
    await refused;
    await alice.hasStatus('ACCEPTED');
    await bobby.ownText.pressSequentially('still here', { delay: 20 });
    await expect(alice.incomingText).toHaveText('still here');
    await bobby.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    await expect(alice.page.getByText('still here')).toBeVisible();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await expect(alice.page.getByLabel('Username')).toBeVisible();
  });
}

test('D8 D40 after a new password is set elsewhere the call continues, then the page asks to log in again; an account that is disabled loses its call immediately', async ({
  mortalServer,
  reachable,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], mortalServer.url);

  await test.step('after a new password is set elsewhere the call continues, then the page asks to log in again', async () => {
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await (await signIn(mortalServer.url, 'bobby')).setProperty('PASSWORD', 'fresh1234');
    await alice.ownText.pressSequentially('still here', { delay: 20 });
    await expect(bobby.incomingText).toHaveText('still here');
    await bobby.hangUp();
    await bobby.hasStatus('TERMINATED_LOCAL');
    await expect(bobby.page.getByLabel('Username')).toBeVisible();
    await expect(bobby.page.getByText('please sign-in again')).toBeVisible();
    await alice.hasStatus('TERMINATED_REMOTE');
  });

  await test.step('an account that is disabled loses its call immediately', async () => {
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.logIn('fresh1234');
    await bobby.page.getByLabel('Number or name').fill('x');
    await expect(bobby.callButton).toBeEnabled();
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await adminTool(mortalServer.dataDir, 'disable', 'bobby');
    await alice.hasStatus('TERMINATED_REMOTE');
    await expect(bobby.page.locator('html')).toHaveAttribute(
      'data-call-status',
      /^(TERMINATED_LOCAL|COMPLETED)$/,
    );
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await expect(bobby.page.getByLabel('Username')).toBeVisible();
  });
});

test('D48 LOGIN-11 A-030 a page with automatic login whose session is ended logs in again and is called with its new secret', async ({
  person,
  reachable,
  server,
}) => {
  leaveOutOnCluster('needs a SIP server that closes the connection of an ended session');
  const david = await person('david');
  const secrets: string[] = [];
  david.page.on('response', async (answer) => {
    if (answer.url().endsWith('/user/login')) secrets.push((await answer.json()).sipPassword);
  });
  await david.page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await david.isReachable();
  for (let login = 0; login < 10; login += 1) await openApiSession(server.url, 'david');
  await expect.poll(() => secrets).toHaveLength(2);
  expect(secrets[1]).not.toBe(secrets[0]);
  const [alice] = await reachable(['alice']);
  await alice.dial('david');
  await david.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.hangUp();
});
