import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../support/journey.ts';
import { chooseInAccount } from '../support/page/account-menu.ts';
import type { Person } from '../support/page/person.ts';
import { adminTool } from '../support/server/admin-tool.ts';

const PASSWORD = 'demo1234';

const main = ({ page }: Person) => page.getByRole('main');
const password = (someone: Person) => main(someone).getByLabel('Password', { exact: true });

async function openOwnData(someone: Person): Promise<void> {
  await chooseInAccount(someone.page, 'User information');
  await main(someone).getByRole('button', { name: 'My data' }).click();
}

/** Asks for the deletion, and reads on the login page until when the account can be kept. */
async function askForDeletion(someone: Person): Promise<void> {
  await openOwnData(someone);
  await main(someone).getByRole('button', { name: 'Delete my account…' }).click();
  await expect(main(someone)).toContainText('You also cannot make emergency calls');
  await password(someone).fill(PASSWORD);
  await main(someone).getByRole('button', { name: 'Delete my account now' }).click();
  await expect(main(someone).getByRole('status')).toContainText(
    /Your account will be deleted on \d+ \w+ \d{4}/,
  );
}

test('D96 a user downloads what they have typed, asks for the deletion, keeps the account, asks again, and it is gone', async ({
  person,
  reachable,
  mortalServer: server,
}) => {
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);

  await chooseInAccount(alice.page, 'User information');
  await main(alice).getByRole('button', { name: 'Edit' }).click();
  await main(alice).getByLabel('City').fill('Lund');
  await main(alice).getByRole('button', { name: 'Save' }).click();
  await expect(main(alice)).toContainText('Lund');

  await openOwnData(alice);
  await password(alice).fill('wrong');
  await main(alice).getByRole('button', { name: 'Download' }).click();
  await expect(main(alice)).toContainText('The password is wrong.');
  await password(alice).fill(PASSWORD);
  const downloading = alice.page.waitForEvent('download');
  await main(alice).getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(file.account.username).toBe('alice');
  expect(file.account.properties['CITY']).toBe('Lund');
  expect(file.audit).toContainEqual(expect.objectContaining({ event: 'logged_in' }));
  expect(JSON.stringify(file)).not.toContain('bobby');

  await askForDeletion(alice);
  await bobby.dial('alice');
  await expect(bobby.page.getByText(/is not reachable|does not exist|unknown/i).first()).toBeVisible();
  await alice.logIn();
  await expect(main(alice).getByRole('alert')).toContainText('Your account will be deleted on');
  await main(alice).getByRole('button', { name: 'Keep my account' }).click();
  await expect(alice.page.getByLabel('Number or name')).toBeVisible();

  await askForDeletion(alice);
  expect(await adminTool(server.dataDir, 'list-deletions')).toContain('alice');
  await server.stop();
  // Fourteen days pass while the server does not run.
  const database = new DatabaseSync(join(server.dataDir, 'samtal.db'));
  const ids = database.prepare("select id, username from account where username in ('alice', 'bobby')").all();
  database.prepare('update account_deletion set due_at = asked_at').run();
  await server.restart();
  const idOf = (name: string) => ids.find(({ username }) => username === name)?.['id'] ?? '';
  await expect
    .poll(() => database.prepare('select count(*) as n from account where id = ?').get(idOf('alice')))
    .toEqual({ n: 0 });
  for (const table of ['contact', 'setting', 'session', 'history_entry', 'message', 'account_deletion'])
    expect(
      database.prepare(`select count(*) as n from ${table} where account_id = ?`).get(idOf('alice')),
      table,
    ).toEqual({ n: 0 });
  expect(database.prepare('select count(*) as n from account where id = ?').get(idOf('bobby'))).toEqual({
    n: 1,
  });
  database.close();
  expect(await readFile(join(server.dataDir, 'audit.log'), 'utf8')).toMatch(
    /"account_removed","account":"alice"/,
  );

  const again = await person('alice', {}, server.url);
  await again.logIn();
  await expect(again.page.getByRole('alert')).toContainText('username or password is incorrect');
  const other = await person('bobby', {}, server.url);
  await other.isReachable();
});
