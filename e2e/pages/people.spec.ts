import { leaveOutOnCluster } from '../support/cluster/on-cluster.ts';
import { expect, test } from '../support/journey.ts';

test('D53 CONTACT-04 CONTACT-07 CONTACT-14 CONTACT-17 DIRECTORY-01 DIRECTORY-06 ROUTE-01 ROUTE-23 ROUTE-24 SERVICE-03 A-105 a contact is added, found, called by its name, changed and deleted; a service and an entry of the directory are called', async ({
  reachable,
  server,
}) => {
  leaveOutOnCluster('needs an account without contacts, which a demonstration does not have');
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  const { page } = alice;
  const row = page.getByRole('listitem').filter({ hasText: 'bobby@demo.example' });
  await page.getByRole('button', { name: 'Contacts' }).click();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(page).toHaveURL(`${server.url}/contacts`);
  await expect(page.getByText('You have no contacts yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByLabel('First name').fill('Bobby');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a SIP address.' })).toBeVisible();
  await page.getByLabel('SIP address').fill('bobby@demo.example');
  // The page asks before it is left, and staying loses nothing.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${server.url}/contacts`);
  await expect(row).toContainText('Bobby');

  await page.getByLabel('Search').fill('nobody of this name');
  await expect(page.getByText('No contact matches “nobody of this name”.')).toBeVisible();
  await page.getByLabel('Search').fill('BOB');
  await row.getByRole('button', { name: 'More' }).click();
  await row.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Last name').fill('from work');
  await page.getByRole('button', { name: 'Save' }).click();

  await row.getByRole('button', { name: 'Call' }).click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await expect(page.getByText('Bobby from work').first()).toBeVisible();
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await expect(page).toHaveURL(`${server.url}/contacts`);

  await row.getByRole('button', { name: 'More' }).click();
  await row.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'delete contact Bobby from work?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/contacts\/information\//);
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${server.url}/contacts`);
  await expect(page.getByText('You have no contacts yet.')).toBeVisible();

  await test.step('SERVICE-03 ROUTE-01 ROUTE-24 DIRECTORY-01 DIRECTORY-06 a user calls a service and an entry of the directory', async () => {
    await page.getByRole('button', { name: 'Contacts' }).click();
    await page.getByRole('link', { name: 'Services' }).click();
    await page.getByRole('button', { name: 'Keypad test' }).click();
    await alice.hasStatus('ACCEPTED');
    await expect(alice.incomingText).toContainText('Press digits');
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');

    await page.getByRole('button', { name: 'Contacts' }).click();
    await page.getByRole('link', { name: 'Directory' }).click();
    await expect(page.getByRole('heading', { name: 'Featured' })).toBeVisible();
    await page.getByRole('button', { name: 'Shop and service' }).click();
    const taxi = page.getByRole('listitem').filter({ hasText: 'Taxi' });
    await taxi.getByText('Taxi').click();
    await alice.hasStatus('COMPLETED');
    await taxi.getByRole('button', { name: 'Call' }).click();
    await alice.hasStatus('ACCEPTED');
    await expect(alice.incomingText).toContainText('This is the echo service.');
    await alice.hangUp();
  });
});
