import { button, callButton, field, link, menuItem, rowWith, words } from './elements.ts';
import { expect, test } from './fixtures.ts';
import { changesTheLayout, dial, logIn, logOut, openAccountMenu, shows } from './steps.ts';

const pages = [
  ['History', '/history'],
  ['Messages', '/messages'],
  ['Settings', '/settings/duringcalls/colors'],
] as const;
const pagesOfAccount = [
  ['User information', '/userinformation'],
  ['System information', '/about'],
] as const;
const lists = [
  ['Services', '/services'],
  ['Directory', '/directory'],
  ['Contacts', '/contacts'],
] as const;

test('D44 LOGIN-03 without WebRTC users log in, open every page, change a setting, add a contact, read why they cannot call, and log out', async ({
  server,
  tried,
  pageOf,
}) => {
  const alice = await pageOf(tried, 'alice');
  const isAt = async (path: string): Promise<void> => {
    await expect.poll(() => alice.evaluate(() => location.pathname)).toBe(path);
    await shows(alice, '//main//h1', /\w/);
  };
  await test.step('the login page says that calls are not possible', async () => {
    await alice.resize(1280, 800);
    await alice.goTo(server.url);
    await shows(alice, words('Your browser does not support WebRTC, so calls are not possible.'));
  });
  await test.step('alice logs in', () => logIn(alice, server.url, 'alice'));
  await test.step('alice opens every page', async () => {
    for (const [name, path] of pages) {
      await alice.click(link(name));
      await isAt(path);
    }
    for (const [name, path] of pagesOfAccount) {
      await openAccountMenu(alice);
      await alice.click(menuItem(name));
      await isAt(path);
    }
    for (const [name, path] of lists) {
      await alice.click(button('Contacts'));
      await alice.click(link(name));
      await isAt(path);
    }
  });
  await test.step('alice adds a contact', async () => {
    await alice.click(button('Add contact'));
    await alice.fill(field('First name'), 'Bobby');
    await alice.fill(field('SIP address'), 'bobby@demo.example');
    await alice.click(button('Save'));
    await shows(alice, rowWith('Bobby'));
  });
  await test.step('alice changes the layout', () => changesTheLayout(alice));
  await test.step('alice reads why she cannot call', async () => {
    // On a page that is scrolled, notices lie over the menu until they go.
    await alice.evaluate(() => scrollTo(0, 0));
    await alice.click(link('Call'));
    await dial(alice, 'bobby');
    await alice.click(callButton);
    await shows(alice, `//*[@role='alert'][contains(., 'so calls are not possible')]`);
    expect(await alice.evaluate(() => document.documentElement.dataset['callStatus'] ?? '')).not.toBe(
      'CALLING',
    );
  });
  await test.step('alice logs out', () => logOut(alice));
});
