import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/page/user-api.ts';

const bobbyBerg = { fname: 'Bobby', sname: 'Berg', sipaddress: 'bobby@demo.example' };

test('D53 DIAL-15 bug 3: a saved name typed in full is called, and one found by its first letters too; a star on one device puts a face on the dial page of another, and one press calls', async ({
  reachable,
  person,
  mortalServer: server,
}) => {
  await (await signIn(server.url, 'alice')).addContact(bobbyBerg);
  const [alice, bobby] = await reachable(['alice', 'bobby'], server.url);

  await test.step('DIAL-15 bug 3: a saved name typed in full is called, and one found by its first letters too', async () => {
    const { page } = alice;
    const field = page.getByRole('combobox', { name: 'Number or name' });

    await field.fill('bobby berg');
    await page.keyboard.press('Enter');
    await bobby.hasStatus('INCOMING_CALL');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('CANCELED_REMOTE');
    await expect(field).toBeVisible();

    await field.fill('ber');
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Bobby Berg', selected: true })).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await bobby.hasStatus('INCOMING_CALL');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('CANCELED_REMOTE');
    await alice.leave();
  });

  await test.step('a star on one device puts a face on the dial page of another, and one press calls', async () => {
    const account = await signIn(server.url, 'carol');
    await account.addContact({ fname: 'Bobby', sipaddress: 'bobby@demo.example' });
    await account.addContact({ fname: 'Zoe', sipaddress: 'zoe@demo.example' });
    const [carol] = await reachable(['carol'], server.url);
    const phone = await person('carol', { viewport: { width: 390, height: 844 } }, server.url);
    await phone.isReachable();
    await carol.page.getByRole('button', { name: 'Contacts' }).click();
    await carol.page.getByRole('link', { name: 'Contacts' }).click();
    const row = carol.page.getByRole('listitem').filter({ hasText: 'bobby@demo.example' });
    await row.getByRole('button', { name: 'Favourite' }).click();
    await expect(row.getByRole('button', { name: 'Favourite', pressed: true })).toBeVisible();
    await expect.poll(account.favourites).toEqual(['Bobby']);
    await expect(carol.page.getByRole('heading', { name: 'Favourites' })).toBeVisible();

    await phone.page
      .getByRole('region', { name: 'Favourites' })
      .getByRole('button', { name: 'Bobby' })
      .click();
    await bobby.hasStatus('INCOMING_CALL');
    await bobby.answer();
    await phone.hasStatus('ACCEPTED');
    await phone.page.getByRole('button', { name: 'Hang up' }).click();
    await phone.hasStatus('COMPLETED');
    const recent = phone.page.getByRole('region', { name: 'Recent' });
    await expect(recent.getByRole('button', { name: 'Bobby', exact: true })).toBeVisible();
  });
});

test('D53 bug 10: Enter before the connection is ready is not lost: the call starts when it is; at 360 px and text of 200 % nothing covers the field for the number', async ({
  reachable,
  person,
  faults,
}) => {
  const [bobby] = await reachable(['bobby']);
  await faults.delay(3000, ['REGISTER']);
  const alice = await person('alice');
  await alice.logIn();
  const field = alice.page.getByLabel('Number or name');
  await expect(field).toBeFocused();
  await alice.page.keyboard.type('bobby');
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByText('bobby is called as soon as the connection is ready.')).toBeVisible();
  await bobby.hasStatus('INCOMING_CALL');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await bobby.hasStatus('CANCELED_REMOTE');

  const { page } = alice;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await field.scrollIntoViewIfNeeded();
  const isOnTop = await field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element === document.elementFromPoint(left + width / 2, top + height / 2);
  });
  expect(isOnTop).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
