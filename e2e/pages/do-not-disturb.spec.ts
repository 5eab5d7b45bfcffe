import { startPushService } from '../../apps/server/src/web-push/testing/push-service.ts';
import { expect, test } from '../support/journey.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

const notice = ({ page }: Person) => page.getByText('Do not disturb is on', { exact: false });
const menu = ({ page }: Person) => page.getByRole('banner').getByRole('button', { name: 'Do not disturb' });

async function choose(someone: Person, choice: string): Promise<void> {
  await menu(someone).click();
  await someone.page.getByRole('menuitemradio', { name: choice }).click();
}

/** Calls bobby and reads what the caller reads about a callee who is away. */
async function isTurnedAway(alice: Person): Promise<void> {
  await alice.dial('bobby');
  await alice.hasStatus('REJECTED_REMOTE');
  await expect(alice.page.getByText('Bobby Demo is not reachable.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
}

/** Calls bobby, who sees the call on this device, and gives up. */
async function rings(alice: Person, bobby: Person): Promise<void> {
  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await bobby.hasStatus('CANCELED_REMOTE');
}

test('D86 D53 do not disturb of one device holds for all: nothing rings, the calls are missed and counted when it ends, and every page says so; a favourite rings, and an emergency call turns it off', async ({
  reachable,
  mortalServer: { url },
}) => {
  const [alice, bobby, tablet] = await reachable(['alice', 'bobby', 'bobby'], url);

  await test.step('do not disturb of one device holds for all: nothing rings, the call is missed, and every page says so', async () => {
    const statuses: (string | null)[] = [];
    for (const { page } of [bobby, tablet]) {
      await page.exposeFunction('noteStatus', (status: string | null) => void statuses.push(status));
      await page.evaluate(() => {
        const html = document.documentElement;
        new MutationObserver(() =>
          Reflect.apply(Reflect.get(window, 'noteStatus'), window, [html.dataset['callStatus']]),
        ).observe(html, { attributeFilter: ['data-call-status'] });
      });
    }
    await choose(bobby, 'Do not disturb until I turn it off');
    for (const device of [bobby, tablet])
      await expect(notice(device)).toHaveText(
        'Do not disturb is on. Only calls from favourites and emergency numbers ring.',
      );
    await isTurnedAway(alice);
    for (const { page } of [bobby, tablet]) {
      await page.getByRole('link', { name: 'History' }).first().click();
      const calls = page.getByRole('main').getByRole('listitem');
      const missed = calls.filter({ hasText: 'Alice Demo' }).filter({ hasText: 'Missed' });
      await expect(missed).toHaveCount(1);
      await page.getByRole('link', { name: 'Call', exact: true }).first().click();
    }
    await isTurnedAway(alice);
    expect(statuses).toEqual([]);
    await tablet.page.getByRole('button', { name: 'Turn off' }).click();
    for (const device of [bobby, tablet]) {
      await expect(notice(device)).toBeHidden();
      await expect(device.page.getByRole('link', { name: 'History 1 missed' }).first()).toBeVisible();
    }
    await rings(alice, bobby);
  });

  await test.step('D53 a favourite rings', async () => {
    const account = await signIn(url, 'bobby');
    await account.set('WEB_DO_NOT_DISTURB', 'on');
    await expect(notice(bobby)).toBeVisible();
    await isTurnedAway(alice);
    await account.addContact({ fname: 'Alice', sipaddress: 'alice@demo.example', favourite: true });
    await rings(alice, bobby);
  });

  for (const someone of [alice, bobby, tablet]) await someone.leave();
  await test.step('an emergency call turns it off, on every device', async () => {
    const [carol, hers] = await reachable(['carol', 'carol'], url);
    await (await signIn(url, 'carol')).set('WEB_DO_NOT_DISTURB', 'on');
    for (const device of [carol, hers]) await expect(notice(device)).toBeVisible();
    await carol.dial('112');
    await carol.page.getByRole('button', { name: 'Call 112' }).click();
    await carol.hasStatus('ACCEPTED');
    await expect(notice(hers)).toBeHidden();
    await carol.hangUp();
    await expect(notice(carol)).toBeHidden();
  });
});

test('D86 for one hour: the notice names the end, and calls ring when it is over, without a press', {
  tag: '@long',
}, async ({ person, mortalServer: { url } }) => {
  const [alice, bobby] = [await person('alice', {}, url), await person('bobby', {}, url)];
  const start = new Date();
  await bobby.page.clock.install({ time: start });
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();
  await choose(bobby, 'Do not disturb for 1 hour');
  await expect(notice(bobby)).toHaveText(/^Do not disturb is on until .*\d\d:\d\d\. Only calls/);
  await isTurnedAway(alice);
  await bobby.page.clock.fastForward('01:00:01');
  await expect(notice(bobby)).toBeHidden();
  await expect(menu(bobby)).toHaveAccessibleName('Do not disturb: off');
});

test('D86 A-066 the mailbox takes a message, and neither call nor message is pushed', {
  tag: '@long',
}, async ({ reachable }) => {
  const service = await startPushService();
  const server = await startSamtalServer({ PUSH_SERVICES: service.origin });
  const bobby = await signIn(server.url, 'bobby');
  const browser = service.subscribe();
  await bobby.subscribe(browser);
  await bobby.set('AM_ENABLED', '1');
  await bobby.set('WEB_DO_NOT_DISTURB', 'on');
  const [alice] = await reachable(['alice'], server.url);
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('call me later');
  await alice.hangUp();
  await expect.poll(async () => (await bobby.messages()).map(({ text }) => text)).toEqual(['call me later']);
  await bobby.set('WEB_DO_NOT_DISTURB', 'off');
  await alice.dial('bobby');
  await expect.poll(() => browser.pushed().map(({ type }) => type)).toEqual(['call']);
  await server.dispose();
  await service.close();
});
