import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../support/journey.ts';
import { chooseInAccount } from '../support/page/account-menu.ts';
import type { Person } from '../support/page/person.ts';
import { adminTool } from '../support/server/admin-tool.ts';

const main = ({ page }: Person) => page.getByRole('main');
const button = (someone: Person, name: string) => main(someone).getByRole('button', { name, exact: true });

const nav = (someone: Person) => main(someone).getByRole('navigation');

/** Types the own password where the console asks for it. */
async function showPassword(someone: Person): Promise<void> {
  const dialog = someone.page.getByRole('dialog', { name: 'Your password, please' });
  await dialog.getByLabel('Password', { exact: true }).fill('demo1234');
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

async function openPerson(someone: Person, name: string): Promise<void> {
  await main(someone).getByLabel('Search by name or address').fill(name);
  await main(someone)
    .getByRole('link', { name: new RegExp(name, 'i') })
    .first()
    .click();
  await expect(button(someone, 'All people')).toBeVisible();
}

async function isAccessible({ page }: Person): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

test('D98 without a role the page says so, without a login it leads there and back, and an administrator stays in the own organisation', async ({
  person,
  reachable,
  mortalServer: server,
}) => {
  await adminTool(server.dataDir, 'role', 'alice', 'operator');
  await adminTool(server.dataDir, 'role', 'david', 'administrator');
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  const audit = () => readFile(join(server.dataDir, 'audit.log'), 'utf8');

  await bobby.page.goto(`${server.url}/admin`);
  await expect(main(bobby)).toContainText('Your account may not use the administration.');
  expect(await audit()).toMatch(/"console_refused","account":"bobby"/);

  await alice.page.goto(`${server.url}/admin`);
  await openPerson(alice, 'bobby');
  const address = alice.page.url();

  // The administrator of another organisation finds the person neither by search nor by address.
  const david = await person('david', {}, `${server.url}/admin`);
  await david.logIn();
  await expect(david.page).toHaveURL(`${server.url}/admin`);
  await expect(main(david).getByRole('link', { name: /david/ })).toBeVisible();
  await expect(main(david).getByRole('link', { name: /bobby/ })).toHaveCount(0);
  await expect(main(david).getByLabel('Organisation')).toHaveCount(0);
  await david.page.goto(address);
  await expect(main(david)).toContainText('There is no such person any more.');
  expect(await audit()).toMatch(/"console_refused","account":"david".*bobby/);
  // The own account cannot be changed there.
  await button(david, 'All people').click();
  await openPerson(david, 'david');
  await expect(button(david, 'Disable')).toHaveCount(0);
});

test('D98 an operator adds, logs out and disables people, whose open page is then led to the login', async ({
  person,
  reachable,
  mortalServer: server,
}) => {
  await adminTool(server.dataDir, 'role', 'alice', 'operator');
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);
  const audit = () => readFile(join(server.dataDir, 'audit.log'), 'utf8');

  await chooseInAccount(alice.page, 'User information');
  await button(alice, 'Administration').click();
  await expect(main(alice).getByRole('link', { name: /bobby/ })).toBeVisible();
  await isAccessible(alice);

  await button(alice, 'Add person').click();
  await main(alice).getByLabel('Username').fill('new.person');
  await button(alice, 'Add person').click();
  await showPassword(alice);
  const link = await main(alice).locator('code').innerText();
  const newcomer = await person('new.person', {}, link);
  await newcomer.page.getByLabel('New password', { exact: true }).fill('Winter1glove');
  await newcomer.page.getByLabel('Repeat new password').fill('Winter1glove');
  await newcomer.page.getByRole('button', { name: 'Save' }).click();
  await expect(newcomer.page.getByText('Your password has been changed.')).toBeVisible();
  await newcomer.page.goto(`${server.url}/login`);
  await newcomer.logIn('Winter1glove');
  await expect(newcomer.page.getByLabel('Number or name')).toBeVisible();

  await button(alice, 'Open this person').click();
  await isAccessible(alice);
  await button(alice, 'Log out everywhere').click();
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(main(alice)).toContainText('The person is logged out everywhere.');
  await expect(newcomer.page.getByLabel('Username')).toBeVisible();

  await alice.page.goto(`${server.url}/admin`);
  await openPerson(alice, 'bobby');
  await expect(main(alice)).toContainText('Reachable now');
  await button(alice, 'Disable').click();
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(main(alice)).toContainText('The account is disabled.');
  await expect(bobby.page.getByLabel('Username')).toBeVisible();
  await bobby.logIn();
  await expect(bobby.page.getByRole('alert')).toBeVisible();
  await button(alice, 'Enable').click();
  await expect(main(alice)).toContainText('The account is active.');

  await alice.page.goto(`${server.url}/admin/calls`);
  await expect(main(alice).getByRole('heading', { name: /^Running now: \d+$/ })).toBeVisible();
  await isAccessible(alice);
  expect(await audit()).toMatch(
    /"account_status_changed","account":"bobby","by":"alice","address":"127.0.0.1","detail":"disabled"/,
  );

  // D107: the numbers, and what the audit says about it all.
  await main(alice).getByRole('link', { name: 'Numbers' }).click();
  await expect(main(alice).getByRole('heading', { name: 'Numbers', exact: true })).toBeFocused();
  await expect(main(alice).getByLabel('From day')).toBeVisible();
  await main(alice).getByRole('link', { name: 'Audit' }).click();
  await main(alice).getByLabel('Event').selectOption('account_status_changed');
  await main(alice).getByLabel('Search in the audit').fill('bobby');
  await expect(main(alice).getByRole('list', { name: 'Audit' })).toContainText(
    /account_status_changed bobby.*By: alice.*disabled/,
  );
  await isAccessible(alice);
  const downloading = alice.page.waitForEvent('download');
  await button(alice, 'Save as table').click();
  const table = await readFile(await (await downloading).path(), 'utf8');
  expect(table).toMatch(
    /^time,event,account,by,address,detail\r\n.*Z,account_status_changed,bobby,alice,127.0.0.1,active\r\n/,
  );

  // D112: a service, an entry of the directory, and a link that calls until it is ended.
  await nav(alice).getByRole('link', { name: 'Services' }).click();
  await expect(main(alice).getByRole('link', { name: /Keypad test/ })).toBeVisible();
  await isAccessible(alice);
  await button(alice, 'Add service').click();
  await main(alice).getByLabel('Name').fill('City archive');
  await main(alice).getByLabel('Number or address').fill('echo');
  await isAccessible(alice);
  await button(alice, 'Save').click();
  await expect(main(alice)).toContainText('The entry is saved.');
  await nav(alice).getByRole('link', { name: 'Directory' }).click();
  await main(alice).getByLabel('Search by name or address').fill('taxi');
  await main(alice).getByRole('link', { name: /^Taxi/ }).click();
  await expect(main(alice).getByLabel('Type')).toHaveValue('Shop and service');
  await isAccessible(alice);
  await button(alice, 'Remove').click();
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main(alice)).toContainText('The entry is removed.');
  await nav(alice).getByRole('link', { name: 'One-click links' }).click();
  await button(alice, 'Make link').click();
  await main(alice).getByLabel('Name').fill('Reception');
  await main(alice).getByLabel('Calls', { exact: true }).fill('echo');
  await isAccessible(alice);
  await button(alice, 'Make link').click();
  await expect(main(alice)).toContainText('The link is ready');
  const visitor = await person('visitor', {}, await main(alice).locator('code').innerText());
  await visitor.hasStatus('ACCEPTED');
  await visitor.hangUp();
  await button(alice, 'Back to the list').click();
  await main(alice)
    .getByRole('link', { name: /^Reception/ })
    .click();
  await button(alice, 'End link').click();
  await isAccessible(alice);
  await alice.page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
  await expect(main(alice)).toContainText('The link has ended.');
  await visitor.page.reload();
  await visitor.hasStatus('TOKEN_EXPIRED');
  expect(await audit()).toMatch(
    /"service_added".*"directory_entry_removed".*"kiosk_link_minted".*"kiosk_link_ended"/s,
  );

  await alice.page.goto(server.url);
  await alice.page.getByLabel('Number or name').fill('City a');
  await expect(alice.page.getByRole('option', { name: /City archive/ })).toBeVisible();
});

test('D98 an operator imports a table with faults, and sends it again', async ({
  reachable,
  mortalServer: server,
}) => {
  await adminTool(server.dataDir, 'role', 'alice', 'operator');
  const [alice] = await reachable(['alice'], server.url);
  await alice.page.goto(`${server.url}/admin/import`);
  const rows = Array.from({ length: 12 }, (_each, number) => `person.${number + 10},Name\n`);
  const buffer = Buffer.from(`username,firstname\n${rows.join('')}x,Bad\n`);
  const choose = () =>
    main(alice).getByLabel('File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await choose();
  await button(alice, 'Start the import').click();
  await showPassword(alice);
  await expect(main(alice)).toContainText('The import is complete. Added: 12, existing: 0, refused: 1');
  await expect(main(alice).getByRole('row', { name: /14 x/ })).toContainText('is not allowed');
  await isAccessible(alice);
  const downloading = alice.page.waitForEvent('download');
  await button(alice, 'Save passwords').click();
  const saved = await readFile(await (await downloading).path(), 'utf8');
  expect(saved.trim().split('\n')).toHaveLength(13);
  await choose();
  await button(alice, 'Start the import').click();
  await expect(main(alice)).toContainText('The import is complete. Added: 0, existing: 12, refused: 1');
});
