/**
 * `npm run pictures`: draws the pictures of docs/pictures.md. Two browsers use the real server with its
 * demonstration, and call each other; their cameras show drawn people. Fonts with emoji and Thai letters must
 * be installed, on Debian `fonts-noto-color-emoji` and `fonts-thai-tlwg`. `npm run pictures -- landscape` draws
 * only the views whose title contains the word.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from './build-web.mjs';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { cameraFileOf } from './drawn-person.mjs';
import { giveUp, root, say } from './runtime.mjs';

const folder = join(root, 'docs/images/screens');
const MOST_MEGABYTES = 3;
/** Two calling browsers draw in software, so a picture of a large window takes long where others use the processor. */
const LONGEST_WAIT_MS = 180_000;
/** The window of a page of which no picture is made: a small one leaves the processor to the other. */
const UNSEEN = [360, 640];

const everything = [
  'login',
  'dial',
  'found',
  'incoming',
  'call',
  'more',
  'ended',
  'contacts',
  'history',
  'messages',
  'help',
];
/** The views: the heading, the window, what is set, and the screens that are drawn. */
const views = [
  { title: 'Phone, 360 × 640', size: [360, 640], screens: everything },
  { title: 'Desktop, 1440 × 900', size: [1440, 900], screens: everything },
  { title: 'Phone, landscape', size: [740, 360], screens: ['dial', 'call'] },
  { title: 'Tablet, 768 × 1024', size: [768, 1024], screens: ['dial', 'call', 'contacts'] },
  { title: 'Laptop, 1024 × 768', size: [1024, 768], screens: ['found', 'call'] },
  { title: 'Wide, 1920 × 1080', size: [1920, 1080], screens: ['dial', 'call'] },
  {
    title: 'Text at twice the size, 360 × 640',
    size: [360, 640],
    fontSize: 32,
    screens: ['dial', 'call', 'contacts'],
  },
  {
    title: 'Dark',
    size: [360, 640],
    stored: { darkTheme: 'true' },
    screens: ['login', 'dial', 'call', 'history'],
  },
  {
    title: 'High contrast',
    size: [360, 640],
    stored: { darkTheme: 'true', highContrast: 'true' },
    screens: ['dial', 'call', 'contacts'],
  },
  { title: 'Arabic', size: [360, 640], locale: 'ar', screens: ['login', 'dial', 'call', 'messages'] },
  { title: 'Thai', size: [360, 640], locale: 'th', screens: ['dial', 'incoming'] },
  { title: 'German', size: [360, 640], locale: 'de', screens: ['dial', 'call', 'history'] },
];

const executablePath = findChromium() ?? '';
const temporary = mkdtempSync(join(tmpdir(), 'samtal-pictures-'));

/** A browser whose camera shows the drawn person of this name. */
async function startBrowser(name) {
  const painter = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const file = join(temporary, `${name}.y4m`);
  writeFileSync(file, await cameraFileOf(await painter.newPage(), name));
  await painter.close();
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--use-file-for-fake-video-capture=${file}`],
  });
}

/** Opens the page of a user as the view asks, and logs in. */
async function open(browser, { name, url, atLogin = async () => undefined }, view) {
  const [width, height] = view.size;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: view.locale ?? 'en-GB',
    permissions: ['camera', 'microphone'],
  });
  await context.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, view.stored ?? {});
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  // The font size of the browser's settings, which media queries in rem follow, too.
  if (view.fontSize) {
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    await session.send('Page.setFontSizes', { fontSizes: { standard: view.fontSize } });
  }
  await page.goto(`${url}/login`);
  await page.locator('#root:not([data-brand])').waitFor();
  await atLogin(page);
  await page.locator('input[name=username]').fill(name);
  await page.locator('input[name=password]').fill('demo1234');
  await page.keyboard.press('Enter');
  const field = page.locator('main input').first();
  await field.waitFor();
  // "Not now" of the first steps.
  const later = page.locator('main aside button, main section button').filter({ hasText: 'Not now' });
  await settle(page);
  if (await later.count()) await later.first().click();
  return page;
}

const statusIs = (page, status) => page.locator(`html[data-call-status=${status}]`).waitFor();
/** Waits until pictures have arrived and motion has ended. */
const settle = (page) => page.waitForTimeout(1200);

await buildWeb();
const server = await startSamtalServer({ SAMTAL_MODE: 'demo' });
const browserOfAlice = await startBrowser('alice');
const browserOfBobby = await startBrowser('bobby');
const [, , word = ''] = process.argv;
if (word === '') rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const lines = [
  '# Screens',
  '',
  'Drawn by `npm run pictures` with the demonstration that `npm start` shows.',
  '',
];
for (const view of views.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))) {
  lines.push(`## ${view.title}`, '');
  const drawn = new Map();
  const draw = async (page, screen) => {
    if (!view.screens.includes(screen)) return;
    await settle(page);
    const name = `${`${view.title} ${screen}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jpg`;
    await page.screenshot({ path: join(folder, name), type: 'jpeg', quality: 70, animations: 'disabled' });
    drawn.set(screen, name);
    say(`${view.title}: ${screen}`);
  };
  const alice = await open(
    browserOfAlice,
    { name: 'alice', url: server.url, atLogin: (page) => draw(page, 'login') },
    view,
  );
  const size = view.screens.includes('incoming') ? view.size : UNSEEN;
  const bobby = await open(browserOfBobby, { name: 'bobby', url: server.url }, { ...view, size });
  await draw(alice, 'dial');
  for (const screen of ['contacts', 'history', 'messages', 'help']) {
    if (!view.screens.includes(screen)) continue;
    await alice.goto(`${server.url}/${screen}`);
    await alice.locator('main h1').waitFor();
    await draw(alice, screen);
  }
  await alice.goto(`${server.url}/call`);
  const field = alice.locator('main input').first();
  await field.fill('bo');
  await draw(alice, 'found');
  await field.fill('bobby');
  // The call can begin when the user is registered.
  await alice
    .locator('main button:enabled')
    .filter({ has: alice.locator('svg') })
    .first()
    .waitFor();
  await settle(alice);
  await alice.keyboard.press('Enter');
  await statusIs(bobby, 'INCOMING_CALL');
  await draw(bobby, 'incoming');
  await settle(bobby);
  await bobby.keyboard.press('Enter');
  await statusIs(alice, 'ACCEPTED');
  const hers = alice.locator('main textarea').last();
  const his = bobby.locator('main textarea').last();
  for (const [page, field] of [
    [alice, hers],
    [bobby, his],
  ]) {
    const button = page.locator('button[aria-keyshortcuts="Alt+Shift+X"]');
    await button.waitFor();
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    await field.waitFor();
  }
  await his.pressSequentially('Hello Alice! Can you see my hands?\n', { delay: 5 });
  await settle(alice);
  await hers.pressSequentially('Yes, very well 👍 When do we meet?\n', { delay: 5 });
  await settle(bobby);
  await his.pressSequentially('The bus leaves from stop 4 at ni', { delay: 5 });
  await settle(alice);
  await hers.pressSequentially('Fine, ', { delay: 5 });
  await draw(alice, 'call');
  if (view.screens.includes('more')) {
    await alice.getByRole('button', { name: 'More', exact: true }).click();
    await draw(alice, 'more');
    await alice.keyboard.press('Escape');
  }
  await bobby.locator('button[data-kind=danger]').first().click();
  await alice.locator('html[data-call-status=TERMINATED_REMOTE]').waitFor();
  await draw(alice, 'ended');
  for (const screen of view.screens) lines.push(`![${screen}](images/screens/${drawn.get(screen)})`);
  lines.push('');
  for (const page of [alice, bobby]) await page.context().close();
}
if (word === '') writeFileSync(join(root, 'docs/pictures.md'), lines.join('\n'));
await Promise.all([browserOfAlice.close(), browserOfBobby.close()]);
await server.dispose();
rmSync(temporary, { recursive: true });

const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
say(`${(bytes / 1e6).toFixed(1)} of ${MOST_MEGABYTES} MB`);
if (bytes > MOST_MEGABYTES * 1e6) giveUp('The pictures are too large for the repository.');
